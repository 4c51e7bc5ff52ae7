# Files that pip installs besides the package's Python sources: the component "wheel" of `cmake --install`. pyproject.toml names
# the target and the component; packaging/wheel adds Qt.
if(NOT SKBUILD)
    return()
endif()
add_custom_target(lensboard_wheel DEPENDS lensboard_python)
install(TARGETS lensboard_python LIBRARY DESTINATION lensboard COMPONENT wheel)
if(LENSBOARD_WINDOW)
    add_dependencies(lensboard_wheel lensboard)
    install(TARGETS lensboard RUNTIME DESTINATION lensboard/program COMPONENT wheel)
    install(PROGRAMS packaging/command.py DESTINATION ${SKBUILD_SCRIPTS_DIR} RENAME lensboard COMPONENT wheel)
endif()
