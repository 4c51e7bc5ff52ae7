# Builds the Debian package of lensboard-server: it contains the program, the program starts, and it depends on neither Qt nor LibTorch.
#   cmake -DBUILD=… -P server_package.cmake
set(place ${BUILD}/server-package)
file(REMOVE_RECURSE ${place})
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

run(cpack --config ${BUILD}/CPackConfig.cmake -B ${place} -D CPACK_COMPONENTS_ALL=server)
file(GLOB package ${place}/lensboard-server_*.deb)
run(dpkg-deb --field ${package} Depends)
if(NOT output MATCHES "libprotobuf" OR output MATCHES "qt|torch")
    message(FATAL_ERROR "it depends on ${output}")
endif()
run(dpkg-deb --extract ${package} ${place}/root)
run(${place}/root/usr/bin/lensboard-server --version)
if(NOT output MATCHES "^lensboard-server [0-9]")
    message(FATAL_ERROR "it says ${output}")
endif()
