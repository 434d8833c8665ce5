# Install rules: the rooms that were built with their headers, the command, and a package for find_package(skelter).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/skelter)

foreach(room IN LISTS skelter_libraries)
  string(REPLACE "/" "_" target ${room})
  install(TARGETS skelter_${target} EXPORT skelterTargets)
  if(EXISTS ${PROJECT_SOURCE_DIR}/include/skelter/${room})
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/skelter/${room}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/skelter/${room})
  endif()
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/include/skelter/version.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/skelter)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(TARGETS skelter_all EXPORT skelterTargets)
if(SKELTER_APPS)
  install(TARGETS skelter_cli)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/assets/ DESTINATION ${CMAKE_INSTALL_DATADIR}/skelter/assets)
endif()

install(EXPORT skelterTargets NAMESPACE skelter:: DESTINATION ${package_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/skelterConfig.cmake.in
  ${PROJECT_BINARY_DIR}/skelterConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/skelterConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/skelterConfig.cmake ${PROJECT_BINARY_DIR}/skelterConfigVersion.cmake
  DESTINATION ${package_dir})
