# Configures fresh build folders, with c10d's headers intact and broken: the list of parts shows the difference, and
# LENSBOARD_REQUIRE_ALL makes a missing part an error that prints the compiler's output.
#   cmake -DSOURCE=… -DBUILD=… -P parts.cmake
set(place ${BUILD}/fresh-configure)
file(REMOVE_RECURSE ${place})
file(WRITE ${place}/broken/torch/csrc/distributed/c10d/TCPStore.hpp "#error this header is broken\n")

function(configure folder) # further arguments of cmake
    execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${place}/${folder} -G Ninja -DLENSBOARD_WINDOW=OFF ${ARGN}
        RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
    set(result ${result} PARENT_SCOPE)
    set(output "${output}" PARENT_SCOPE)
endfunction()

configure(intact -DLENSBOARD_REQUIRE_ALL=ON)
if(result OR NOT output MATCHES "Lensboard, in: training in several processes\n")
    message(FATAL_ERROR "a fresh build lacks training in several processes\n${output}")
endif()
set(break -DCMAKE_CXX_FLAGS=-I${place}/broken)
configure(missing ${break})
if(result OR NOT output MATCHES "Lensboard, missing: training in several processes .[^\n]*this header is broken")
    message(FATAL_ERROR "a missing part is not listed\n${output}")
endif()
configure(required ${break} -DLENSBOARD_REQUIRE_ALL=ON)
if(NOT result OR NOT output MATCHES "cannot be built, and LENSBOARD_REQUIRE_ALL" OR NOT output MATCHES "TCPStore.hpp:1:[^\n]*this header is broken")
    message(FATAL_ERROR "a missing part that is required is no error\n${output}")
endif()
configure(missing -DCMAKE_CXX_FLAGS=)
if(result OR NOT output MATCHES "Lensboard, in: training in several processes\n")
    message(FATAL_ERROR "an answer outlives its cause\n${output}")
endif()
file(REMOVE_RECURSE ${place})
