# cmake -P install.cmake BUILD PREFIX: installs the build into an empty prefix, so that no file of an older run remains.
set(build ${CMAKE_ARGV3})
set(prefix ${CMAKE_ARGV4})
file(REMOVE_RECURSE ${prefix})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${build} --prefix ${prefix} COMMAND_ERROR_IS_FATAL ANY)
# Internal headers are not installed (docs/architecture.md), so that the list stays readable.
file(GLOB_RECURSE headers RELATIVE ${prefix}/include ${prefix}/include/*.h)
list(LENGTH headers count)
message(STATUS "${count} headers are installed")
list(FILTER headers INCLUDE REGEX "internal|detail")
if(headers)
  message(FATAL_ERROR "internal headers are installed: ${headers}")
endif()
