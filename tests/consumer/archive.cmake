# cmake -P archive.cmake PROJECT FILE.tar.gz: an archive of the sources, as a release has it, without tests and pictures.
set(project ${CMAKE_ARGV3})
set(file ${CMAKE_ARGV4})
get_filename_component(folder ${file} DIRECTORY)
file(REMOVE_RECURSE ${folder})
file(MAKE_DIRECTORY ${folder})
execute_process(COMMAND ${CMAKE_COMMAND} -E tar czf ${file} CMakeLists.txt LICENSE cmake include src WORKING_DIRECTORY ${project} COMMAND_ERROR_IS_FATAL ANY)
