# Where `cmake --install` puts files. Components: program, engine, server, python, and development for find_package(Lensboard).
include(CMakePackageConfigHelpers)
set(package lib/cmake/Lensboard)
set(libraries lensboard_data)
if(LENSBOARD_ENGINE)
    list(APPEND libraries lensboard_measure lensboard_engine)
endif()
install(TARGETS ${libraries} EXPORT LensboardTargets ARCHIVE DESTINATION lib COMPONENT development)
install(EXPORT LensboardTargets NAMESPACE Lensboard:: DESTINATION ${package} COMPONENT development)
configure_package_config_file(packaging/LensboardConfig.cmake.in ${PROJECT_BINARY_DIR}/LensboardConfig.cmake
    INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/LensboardConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/LensboardConfig.cmake ${PROJECT_BINARY_DIR}/LensboardConfigVersion.cmake
    DESTINATION ${package} COMPONENT development)
install(DIRECTORY packaging/include/lensboard DESTINATION include/lensboard COMPONENT development)
install(DIRECTORY core DESTINATION include/lensboard COMPONENT development FILES_MATCHING PATTERN "*.h")
install(DIRECTORY resources/own-loop DESTINATION share/lensboard/examples COMPONENT development)
