# With BUILD_SHARED_LIBS: libskelter.so, one library of all modules that are built, without those that only the command has. One, because modules include
# internal headers of each other (docs/architecture.md), which a library for each would have to export; the command links the static modules for the
# same reason. SKELTER_MODULES makes it small. Its soname is the full version: before 1.0 the binary interface is not promised (docs/releases.md).
add_library(skelter_shared SHARED)
add_library(skelter::shared ALIAS skelter_shared)
set_target_properties(skelter_shared PROPERTIES OUTPUT_NAME skelter EXPORT_NAME shared VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION})
target_compile_features(skelter_shared PUBLIC cxx_std_20)
target_include_directories(skelter_shared PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
set_target_properties(skelter_shared PROPERTIES LINKER_LANGUAGE CXX)
set(archives "")
set(modules_of_shared "")
foreach(module IN LISTS skelter_modules)
  if(NOT skelter_${module}_PRIVATE)
    string(REPLACE "/" "_" target ${module})
    target_sources(skelter_shared PRIVATE $<TARGET_OBJECTS:skelter_${target}>)
    list(APPEND modules_of_shared skelter_${target})
    list(APPEND archives $<TARGET_FILE:skelter_${target}>)
    get_target_property(libraries skelter_${target} LINK_LIBRARIES)
    if(libraries)
      list(FILTER libraries EXCLUDE REGEX "^skelter_")
      target_link_libraries(skelter_shared PRIVATE ${libraries})
    endif()
  endif()
endforeach()
target_link_options(skelter_shared PRIVATE -Wl,-z,defs)

# It exports what the public headers declare, and hides the rest.
if(UNIX AND NOT APPLE)
  set(exports ${PROJECT_BINARY_DIR}/skelter_exports.map)
  file(GLOB_RECURSE public_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/skelter/*.h)
  add_custom_command(OUTPUT ${exports}
    COMMAND sh ${PROJECT_SOURCE_DIR}/cmake/export_list.sh ${CMAKE_NM} ${PROJECT_SOURCE_DIR}/include ${exports} ${archives}
    DEPENDS ${modules_of_shared} ${public_headers} ${PROJECT_SOURCE_DIR}/cmake/export_list.sh ${PROJECT_SOURCE_DIR}/cmake/export_list.awk VERBATIM)
  add_custom_target(skelter_exports DEPENDS ${exports})
  add_dependencies(skelter_shared skelter_exports)
  set_target_properties(skelter_shared PROPERTIES LINK_DEPENDS ${exports})
  target_link_options(skelter_shared PRIVATE -Wl,--version-script=${exports} -Wl,-Bsymbolic-functions)
endif()
