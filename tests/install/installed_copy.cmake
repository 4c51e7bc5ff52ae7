# Installs the program and the files for find_package(Lensboard) into an empty folder, builds the programs in resources/own-loop
# against them and runs them. The installed program reads their runs and trains their plug-ins.
#   cmake -DBUILD=… -DLAUNCHER=… -DFLAGS=… -P installed_copy.cmake
set(place ${BUILD}/installed-copy)
set(ENV{CXXFLAGS} "${FLAGS}") # code built with a sanitizer must be linked with it
set(ENV{CMAKE_CXX_COMPILER_LAUNCHER} "${LAUNCHER}")
file(REMOVE_RECURSE ${place})
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

foreach(component program engine development)
    run(${CMAKE_COMMAND} --install ${BUILD} --component ${component} --prefix ${place}/prefix)
endforeach()
foreach(file applications/lensboard.desktop metainfo/lensboard.metainfo.xml mime/packages/lensboard.xml icons/hicolor/scalable/apps/lensboard.svg
        man/man1/lensboard.1.gz man/man1/lensboard-train.1.gz bash-completion/completions/lensboard zsh/vendor-completions/_lensboard
        fish/vendor_completions.d/lensboard.fish)
    if(NOT EXISTS ${place}/prefix/share/${file})
        message(FATAL_ERROR "share/${file} is not installed")
    endif()
endforeach()
run(${CMAKE_COMMAND} -S ${place}/prefix/share/lensboard/examples/own-loop -B ${place}/build -G Ninja -DCMAKE_BUILD_TYPE=Debug
    -DCMAKE_PREFIX_PATH=${place}/prefix)
# Error messages name the packages of missing libraries.
execute_process(COMMAND ${CMAKE_COMMAND} -S ${place}/prefix/share/lensboard/examples/own-loop -B ${place}/missing -G Ninja
    -DCMAKE_PREFIX_PATH=${place}/prefix -DCMAKE_DISABLE_FIND_PACKAGE_SQLite3=ON -DCMAKE_DISABLE_FIND_PACKAGE_JPEG=ON
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(result EQUAL 0 OR NOT output MATCHES "apt-get[ \n]+install[ \n]+libsqlite3-dev[ \n]+libjpeg62-turbo-dev[ \n]")
    message(FATAL_ERROR "without SQLite and libjpeg: ${result} ${output}")
endif()
run(${CMAKE_COMMAND} --build ${place}/build)
foreach(program classifier gan)
    run(${place}/build/${program} ${place}/${program}.lbrun 60)
    run(${place}/prefix/bin/lensboard info ${place}/${program}.lbrun)
    if(NOT output MATCHES "finished" OR NOT output MATCHES "Weight Update Norm")
        message(FATAL_ERROR "${program} recorded\n${output}")
    endif()
    run(${place}/build/last_values ${place}/${program}.lbrun)
    if(NOT output MATCHES "Weight Update Norm / [a-z.0-9]+ / mean: [0-9.e-]+ at step 60, ")
        message(FATAL_ERROR "of ${program}'s run was read\n${output}")
    endif()
endforeach()

# A custom lens, monitor and recorder.
run(${place}/build/watchers ${place}/watchers.lbrun 60)
if(NOT output MATCHES "now [0-9.]+, 5 observations ago [0-9.]+, 10 states kept\nlayer 0: 6 inputs, their sum [0-9.]+\nlayer 2: 6 inputs")
    message(FATAL_ERROR "watchers printed\n${output}")
endif()
run(${place}/prefix/bin/lensboard info ${place}/watchers.lbrun)
if(NOT output MATCHES "finished" OR NOT output MATCHES "Sign Flips")
    message(FATAL_ERROR "watchers recorded\n${output}")
endif()
# Lenses of a plug-in in an experiment with a built-in model. A lens missing from the plug-in is refused.
file(WRITE ${place}/lenses.json "{\"format\": 1, \"dataset\": {\"kind\": \"spirals\"}, \"model\": {\"kind\": \"mlp\"},
    \"optimizer\": {\"kind\": \"adam\"}, \"epochs\": 3, \"custom_lenses\": [
        {\"kind\": \"CustomLens\", \"lens\": \"SignFlips\", \"path\": \"build/liblenses.so\", \"arguments\": \"bias\"},
        {\"kind\": \"CustomLens\", \"lens\": \"Gain\", \"name\": \"Layer Gain\", \"path\": \"build/liblenses.so\"}]}")
execute_process(COMMAND ${place}/prefix/bin/lensboard train ${place}/lenses.json --out ${place}/lenses.lbrun RESULT_VARIABLE result ERROR_VARIABLE output)
if(NOT result EQUAL 2 OR NOT output MATCHES "liblenses.so: is a program")
    message(FATAL_ERROR "lenses that nobody trusts: ${result} ${output}")
endif()
run(${place}/prefix/bin/lensboard train ${place}/lenses.json --out ${place}/lenses.lbrun --trust-model)
run(${place}/prefix/bin/lensboard info ${place}/lenses.lbrun)
foreach(expected finished "Sign Flips" "Gain")
    if(NOT output MATCHES "${expected}")
        message(FATAL_ERROR "the lenses of a plug-in recorded no ${expected}\n${output}")
    endif()
endforeach()
file(READ ${place}/lenses.json experiment)
string(REPLACE "\"SignFlips\"" "\"Nothing\"" experiment "${experiment}")
file(WRITE ${place}/no-lens.json "${experiment}")
execute_process(COMMAND ${place}/prefix/bin/lensboard train ${place}/no-lens.json --out ${place}/no-lens.lbrun --trust-model
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(result EQUAL 0 OR NOT output MATCHES "has no lens .Nothing.; it has SignFlips, Gain")
    message(FATAL_ERROR "a lens that the plug-in has not: ${result} ${output}")
endif()

# The program trains the plug-in, refuses a plug-in of another version, and keeps the recorded ticks of a crashing plug-in.
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/plugins -B ${place}/plugins -G Ninja -DCMAKE_BUILD_TYPE=Debug
    -DCMAKE_PREFIX_PATH=${place}/prefix)
run(${CMAKE_COMMAND} --build ${place}/plugins)
function(train folder plugin)
    file(WRITE ${place}/${plugin}.json "{\"format\": 1, \"dataset\": {\"kind\": \"plugin\"},
        \"model\": {\"kind\": \"plugin\", \"path\": \"${folder}/lib${plugin}.so\"}, \"optimizer\": {\"kind\": \"sgd\", \"lr\": 0.125},
        \"epochs\": 4, \"tick\": {\"unit\": \"steps\", \"every\": 5},
        \"lenses\": [{\"kind\": \"LossMetrics\"}, {\"kind\": \"ParameterUpdateGeometry\"}, {\"kind\": \"OutputActivation\"}],
        \"monitors\": [{\"kind\": \"OutputMonitor\", \"name\": \"made points\", \"module\": \"5\"}],
        \"recorders\": [{\"kind\": \"ForwardOutput\", \"name\": \"codes\", \"layers\": [\"2\"]}]}")
    execute_process(COMMAND ${place}/prefix/bin/lensboard train ${place}/${plugin}.json --out ${place}/${plugin}.lbrun ${ARGN}
        RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
    set(result "${result}" PARENT_SCOPE)
    set(output "${output}" PARENT_SCOPE)
endfunction()
train(build plugin)
if(NOT result EQUAL 2 OR NOT output MATCHES "--trust-model" OR EXISTS ${place}/plugin.lbrun)
    message(FATAL_ERROR "a plug-in that nobody trusts: ${result} ${output}")
endif()
train(build plugin --trust-model)
if(result)
    message(FATAL_ERROR "the plug-in: ${result} ${output}")
endif()
run(${place}/prefix/bin/lensboard info ${place}/plugin.lbrun)
foreach(expected finished "val_radius" "Weight Update Norm" "Output Activation" "made points" "codes" " 9 layers") # 9: with the two functions found after layers
    if(NOT output MATCHES "${expected}")
        message(FATAL_ERROR "the plug-in recorded no ${expected}\n${output}")
    endif()
endforeach()
train(plugins stranger --trust-model)
if(NOT result EQUAL 2 OR NOT output MATCHES "was built for interface 0")
    message(FATAL_ERROR "a plug-in of another version: ${result} ${output}")
endif()
train(plugins wrong --trust-model)
run(${place}/prefix/bin/lensboard info ${place}/wrong.lbrun)
if(result EQUAL 0 OR NOT output MATCHES "failed[^\n]*shapes" OR output MATCHES "frame #|c10::")
    message(FATAL_ERROR "a plug-in that multiplies what does not fit: ${result} ${output}")
endif()
# Crashes only after the run file contains a loss.
set(ENV{CRASH_WHEN} "'${place}/prefix/bin/lensboard' info '${place}/crash.lbrun' 2>/dev/null | grep -q Loss")
train(plugins crash --trust-model)
if(result EQUAL 0 OR result EQUAL 2)
    message(FATAL_ERROR "a plug-in that crashes: ${result} ${output}")
endif()
run(${place}/prefix/bin/lensboard info ${place}/crash.lbrun)
if(NOT output MATCHES "interrupted" OR NOT output MATCHES "Loss")
    message(FATAL_ERROR "a plug-in that crashed left\n${output}")
endif()
file(REMOVE_RECURSE ${place})
