# cmake -P install.cmake BUILD PREFIX: installs the build into an empty prefix, so that no file of an older run helps.
set(build ${CMAKE_ARGV3})
set(prefix ${CMAKE_ARGV4})
file(REMOVE_RECURSE ${prefix})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${build} --prefix ${prefix} COMMAND_ERROR_IS_FATAL ANY)
