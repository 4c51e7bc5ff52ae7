# Settings of cpack for the Debian packages: a package per component of `cmake --install` that is built.
#   lensboard          the window and the command line
#   lensboard-engine   training; needs LibTorch
#   lensboard-server   shows runs to another machine; needs neither Qt nor LibTorch
#   liblensboard-dev   libraries, headers and examples
#   python3-lensboard  the Python package for Debian's Python and PyTorch
set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CONTACT "The Lensboard developers <lensboard@example.org>")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
# The version contains the Debian release, so that an upgrade of Debian also installs its packages.
cmake_host_system_information(RESULT debian QUERY DISTRIB_VERSION_ID)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1~deb${debian})
set(CPACK_COMPONENTS_ALL)

# Adds the package \p name of \p component. \p description: a line, then lines that begin with a space.
function(lensboard_debian_package component name section description)
    string(TOUPPER ${component} COMPONENT)
    set(CPACK_DEBIAN_${COMPONENT}_PACKAGE_NAME ${name} PARENT_SCOPE)
    set(CPACK_DEBIAN_${COMPONENT}_PACKAGE_SECTION ${section} PARENT_SCOPE)
    set(CPACK_DEBIAN_${COMPONENT}_PACKAGE_SHLIBDEPS ON PARENT_SCOPE)
    set(CPACK_COMPONENT_${COMPONENT}_DESCRIPTION "${description}" PARENT_SCOPE)
    set(CPACK_COMPONENTS_ALL ${CPACK_COMPONENTS_ALL} ${component} PARENT_SCOPE)
    # Debian's policy asks for these.
    install(FILES packaging/copyright ${documents}/changelog.gz ${documents}/changelog.Debian.gz DESTINATION share/doc/${name}
        COMPONENT ${component})
endfunction()

set(documents ${PROJECT_BINARY_DIR}/documents)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${documents}/changelog.Debian "lensboard (${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * Package version ${PROJECT_VERSION}. Its changes are in changelog.gz.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
configure_file(CHANGELOG.md ${documents}/changelog COPYONLY)
execute_process(COMMAND gzip --best --no-name --force ${documents}/changelog ${documents}/changelog.Debian COMMAND_ERROR_IS_FATAL ANY)

lensboard_debian_package(server lensboard-server science "shows runs of this machine to Lensboard elsewhere
 A window or a command on another machine starts it through ssh. It reads runs
 of Lensboard, TensorBoard, monitorch and others below one folder, and writes
 nothing.")
set(CPACK_DEBIAN_SERVER_PACKAGE_RECOMMENDS openssh-server)

if(LENSBOARD_WINDOW)
    lensboard_debian_package(program lensboard science "watches neural networks train from the inside
 A window and a command line that show gradient norms, dead units, sizes of
 outputs and weights, and the distance that each step moved each layer, while a
 network trains. They open runs of TensorBoard and other tools, control
 trainings in other processes and on other machines, and report faults of
 trainings.")
    set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS lensboard-engine)
    set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "openssh-client, python3-lensboard")
endif()
if(LENSBOARD_ENGINE)
    lensboard_debian_package(engine lensboard-engine science "trains the experiments of Lensboard
 The training engine of Lensboard, with its models, data sets and optimizers.
 It uses LibTorch. The window and the command line load it when a training
 starts.")
    set(CPACK_DEBIAN_ENGINE_PACKAGE_DEPENDS "lensboard (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
    lensboard_debian_package(development liblensboard-dev libdevel "library and headers of Lensboard
 Static libraries, headers, a CMake package and examples, for training loops in
 C++ and for programs that read and write runs.")
    set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
        "libtorch-dev, libsqlite3-dev, nlohmann-json3-dev, libprotobuf-dev, protobuf-compiler, zlib1g-dev, libpng-dev, libjpeg62-turbo-dev")
endif()
if(LENSBOARD_PYTHON AND NOT SKBUILD)
    lensboard_debian_package(python python3-lensboard python "Python package of Lensboard
 Records PyTorch trainings with the lenses of Lensboard, and reads their runs.")
    set(python ${Python_VERSION_MAJOR}.${Python_VERSION_MINOR})
    math(EXPR next "${Python_VERSION_MINOR} + 1")
    set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
        "python3-torch, python3-numpy, python3 (>= ${python}), python3 (<< ${Python_VERSION_MAJOR}.${next})")
    set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS lensboard)
    set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA
        ${PROJECT_SOURCE_DIR}/packaging/python-package/postinst ${PROJECT_SOURCE_DIR}/packaging/python-package/prerm)
endif()
include(CPack)
