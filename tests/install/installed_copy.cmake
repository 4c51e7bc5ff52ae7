# Installs what find_package(Lensboard) needs into an empty folder, builds the programs in resources/own-loop against it
# and runs them; `lensboard info` reads what they recorded.
#   cmake -DBUILD=… -DLAUNCHER=… -P installed_copy.cmake
set(place ${BUILD}/installed-copy)
file(REMOVE_RECURSE ${place})
function(run)
    execute_process(COMMAND ${ARGV} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(result)
        list(JOIN ARGV " " command)
        message(FATAL_ERROR "${command}\n${output}")
    endif()
    set(output "${output}" PARENT_SCOPE)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --component development --prefix ${place}/prefix)
run(${CMAKE_COMMAND} -S ${place}/prefix/share/lensboard/examples/own-loop -B ${place}/build -G Ninja -DCMAKE_BUILD_TYPE=Debug
    -DCMAKE_PREFIX_PATH=${place}/prefix -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER})
run(${CMAKE_COMMAND} --build ${place}/build)
foreach(program classifier gan)
    run(${place}/build/${program} ${place}/${program}.lbrun 60)
    run(${BUILD}/bin/lensboard info ${place}/${program}.lbrun)
    if(NOT output MATCHES "finished" OR NOT output MATCHES "Weight Update Norm")
        message(FATAL_ERROR "${program} recorded\n${output}")
    endif()
endforeach()
file(REMOVE_RECURSE ${place})
