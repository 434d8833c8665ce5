# Install rules: the modules that were built with their headers, the command, and a package for find_package(skelter).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/skelter)

# Each module is a component with an export file of its own, so that a program asks for nothing but what its modules need.
set(skelter_components "")
set(skelter_component_facts "")
foreach(module IN LISTS skelter_modules)
  if(skelter_${module}_PRIVATE)
    continue()
  endif()
  string(REPLACE "/" "_" target ${module})
  string(REPLACE "/" "_" needs "${skelter_${module}_MODULES}")
  list(APPEND skelter_components ${target})
  string(APPEND skelter_component_facts "set(skelter_${target}_modules ${needs})\n"
    "set(skelter_${target}_packages ${skelter_${module}_PACKAGES})\n")
  install(TARGETS skelter_${target} EXPORT skelter_${target})
  install(EXPORT skelter_${target} NAMESPACE skelter:: DESTINATION ${package_dir})
  if(EXISTS ${PROJECT_SOURCE_DIR}/include/skelter/${module}.h)
    install(FILES ${PROJECT_SOURCE_DIR}/include/skelter/${module}.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/skelter)
  endif()
  if(EXISTS ${PROJECT_SOURCE_DIR}/include/skelter/${module})
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/skelter/${module}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/skelter/${module})
  endif()
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/include/skelter/version.h ${PROJECT_SOURCE_DIR}/include/skelter/skelter.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/skelter)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(SKELTER_APPS)
  install(TARGETS skelter_cli)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/assets/ DESTINATION ${CMAKE_INSTALL_DATADIR}/skelter/assets)
endif()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/skelterConfig.cmake.in
  ${PROJECT_BINARY_DIR}/skelterConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/skelterConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/skelterConfig.cmake ${PROJECT_BINARY_DIR}/skelterConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/packages.cmake DESTINATION ${package_dir})
