# Optional parts of the build: probed here, listed when configuring ends, required by LENSBOARD_REQUIRE_ALL.
option(LENSBOARD_REQUIRE_ALL "Fail if a part that packages.txt provides for cannot be built" OFF)

# Adds a line to the list of parts. \p state is IN, OUT or MISSING; MISSING is an error with LENSBOARD_REQUIRE_ALL.
# \p log is the compiler's output; the list shows its first error.
function(lensboard_part name state log)
    if(state STREQUAL "MISSING" AND LENSBOARD_REQUIRE_ALL)
        message(NOTICE "${log}") # a fatal error would wrap its lines
        message(FATAL_ERROR "${name} cannot be built, and LENSBOARD_REQUIRE_ALL is on. The failing compile is above.")
    endif()
    if(log MATCHES "error: ([^\n;]*)")
        string(APPEND name " (${CMAKE_MATCH_1})")
    endif()
    set_property(GLOBAL APPEND PROPERTY lensboard_parts_${state} "${name}")
endfunction()

# Adds a part controlled by an option.
function(lensboard_optional_part name option)
    if(${option})
        lensboard_part("${name}" IN "")
    else()
        lensboard_part("${name} (${option} is off)" OUT "")
    endif()
endfunction()

# Compiles and links \p source; sets \p variable to the result and ${variable}_LOG to the output. Success is cached until the source, the
# flags, an include folder or a library changes; failure is not cached, so that it is probed again after a package was installed.
function(lensboard_probe variable source) # INCLUDES …, LIBRARIES …
    cmake_parse_arguments(PARSE_ARGV 2 with "" "" "INCLUDES;LIBRARIES")
    file(SHA256 ${CMAKE_CURRENT_SOURCE_DIR}/${source} contents)
    string(SHA256 question "${contents} ${with_INCLUDES} ${with_LIBRARIES} ${CMAKE_CXX_FLAGS} ${CMAKE_CXX_COMPILER_VERSION} ${Torch_VERSION}")
    if(${variable} AND "${${variable}_FOR}" STREQUAL question)
        return()
    endif()
    try_compile(compiles ${PROJECT_BINARY_DIR}/probe ${CMAKE_CURRENT_SOURCE_DIR}/${source}
        CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${with_INCLUDES}" LINK_LIBRARIES ${with_LIBRARIES} OUTPUT_VARIABLE log
        CXX_STANDARD ${CMAKE_CXX_STANDARD} NO_CACHE)
    set(${variable} ${compiles} CACHE INTERNAL "Result of ${source}")
    set(${variable}_FOR ${question} CACHE INTERNAL "Settings that ${source} was compiled with")
    set(${variable}_LOG "${log}" PARENT_SCOPE)
endfunction()

# Prints the list of parts.
function(lensboard_list_parts)
    foreach(state IN ITEMS IN OUT MISSING)
        get_property(parts GLOBAL PROPERTY lensboard_parts_${state})
        string(TOLOWER ${state} word)
        foreach(part IN LISTS parts)
            message(STATUS "Lensboard, ${word}: ${part}")
        endforeach()
    endforeach()
endfunction()
cmake_language(DEFER CALL lensboard_list_parts)
