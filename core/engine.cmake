# Lensboard::engine: the part of core that needs LibTorch. Linked by tests and C++ users; the program loads it as a module.
add_library(lensboard_engine STATIC
    aten/aten_library.cpp
    aten/aten_tensor.cpp
    aten/aten_value.cpp
    aten/torch_file.cpp
    dataset/array_dataset.cpp
    dataset/array_tensor.cpp
    dataset/batch_loader.cpp
    dataset/byte_file.cpp
    dataset/byte_source.cpp
    dataset/cifar_dataset.cpp
    dataset/class_names.cpp
    dataset/csv_columns.cpp
    dataset/csv_dataset.cpp
    dataset/csv_records.cpp
    dataset/csv_table.cpp
    dataset/data_file.cpp
    dataset/dataset.cpp
    dataset/fashion_mnist.cpp
    dataset/file_activity.cpp
    dataset/fingerprint.cpp
    dataset/idx_file.cpp
    dataset/normalisation.cpp
    dataset/npy_file.cpp
    dataset/number_array.cpp
    dataset/picture_file.cpp
    dataset/picture_folder_dataset.cpp
    dataset/spirals.cpp
    dataset/split.cpp
    dataset/take_batch.cpp
    dataset/text_dataset.cpp
    dataset/text_file.cpp
    dataset/zip_file.cpp
    hook/eager_modules.cpp
    hook/interruptible.cpp
    hook/operator_taps.cpp
    hook/script_graph.cpp
    hook/script_taps.cpp
    hook/tapped.cpp
    loop/attach_module.cpp
    loop/torch_optimizer.cpp
    model/built_in_models.cpp
    model/eager_model.cpp
    model/layer_style.cpp
    model/leaky_integrate_and_fire.cpp
    model/memory_budget.cpp
    model/residual_network.cpp
    model/script_file.cpp
    model/script_model.cpp
    model/spiking_network.cpp
    model/state_dict.cpp
    model/transformer.cpp
    training/checkpoint.cpp
    training/device.cpp
    training/epoch_batches.cpp
    training/experiment_trainer.cpp
    training/gradient_clipping.cpp
    training/inspect_model.cpp
    training/learning_rate_schedule.cpp
    training/lens_setup.cpp
    training/model_setup.cpp
    training/objective.cpp
    training/optimizers.cpp
    training/plugin_lenses.cpp
    training/plugin_library.cpp
    training/plugin_trainer.cpp
    training/random_stream.cpp
    training/replicas.cpp
    training/scheduled_optimizer.cpp
    training/thread_choice.cpp
    training/thread_count.cpp
    training/training_state.cpp
    training/without_backtrace.cpp)
add_library(Lensboard::engine ALIAS lensboard_engine)
# Takes most of the time of reading batches, so it is optimised in every preset.
set_source_files_properties(dataset/take_batch.cpp PROPERTIES COMPILE_OPTIONS -O3)
# LibTorch 1.13 declares pretty_print() of BatchNorm, but does not export it. Later headers define it.
find_file(batchnorm_header torch/nn/modules/batchnorm.h PATHS ${TORCH_INCLUDE_DIRS} NO_DEFAULT_PATH NO_CACHE REQUIRED)
file(STRINGS ${batchnorm_header} only_declared REGEX "void pretty_print.*;")
if(only_declared)
    target_sources(lensboard_engine PRIVATE hook/torch_symbols.cpp)
endif()
# Without NDEBUG, at::RecordFunction has one more member than in LibTorch's binaries.
set_source_files_properties(hook/operator_taps.cpp PROPERTIES COMPILE_DEFINITIONS NDEBUG)
target_link_libraries(lensboard_engine PUBLIC lensboard_measure PRIVATE ZLIB::ZLIB PNG::PNG JPEG::JPEG)
# Without OpenMP, at::parallel_for is a plain loop.
target_link_libraries(lensboard_engine PRIVATE OpenMP::OpenMP_CXX)
# c10d is a part of LibTorch. Its headers include Gloo's (Debian's libgloo-dev). distributed/missing has a header that Debian lacks.
find_file(autograd_context torch/csrc/distributed/autograd/context/context.h PATHS ${TORCH_INCLUDE_DIRS} NO_DEFAULT_PATH NO_CACHE)
if(NOT autograd_context)
    set(c10d_includes ${CMAKE_CURRENT_SOURCE_DIR}/distributed/missing)
endif()
lensboard_probe(LENSBOARD_HAS_C10D distributed/probe/c10d.cpp
    INCLUDES ${PROJECT_SOURCE_DIR} ${c10d_includes} ${TORCH_INCLUDE_DIRS} LIBRARIES ${TORCH_LIBRARIES})
lensboard_probe(LENSBOARD_HAS_NCCL distributed/probe/nccl.cpp INCLUDES ${TORCH_INCLUDE_DIRS} LIBRARIES ${TORCH_LIBRARIES})
if(LENSBOARD_HAS_C10D)
    lensboard_part("training in several processes" IN "")
else()
    lensboard_part("training in several processes" MISSING "${LENSBOARD_HAS_C10D_LOG}")
endif()
if(LENSBOARD_HAS_C10D AND LENSBOARD_HAS_NCCL)
    lensboard_part("several processes on GPUs, through NCCL" IN "")
else() # Debian has no LibTorch for CUDA.
    lensboard_part("several processes on GPUs, through NCCL" OUT "${LENSBOARD_HAS_NCCL_LOG}")
endif()
if(LENSBOARD_HAS_C10D)
    target_sources(lensboard_engine PRIVATE distributed/c10d_group.cpp distributed/rendezvous.cpp)
    set_source_files_properties(distributed/c10d_group.cpp distributed/rendezvous.cpp PROPERTIES
        INCLUDE_DIRECTORIES "${c10d_includes}" SKIP_UNITY_BUILD_INCLUSION ON)
    if(LENSBOARD_HAS_NCCL)
        set_property(SOURCE distributed/c10d_group.cpp APPEND PROPERTY COMPILE_DEFINITIONS USE_C10D_NCCL LENSBOARD_HAS_NCCL=1)
    endif()
else()
    target_sources(lensboard_engine PRIVATE distributed/not_built.cpp)
endif()
# Includes LibTorch's headers as system headers, so that they cause no warnings.
add_library(lensboard_torch INTERFACE)
target_include_directories(lensboard_torch SYSTEM INTERFACE ${TORCH_INCLUDE_DIRS})
target_link_libraries(lensboard_torch INTERFACE ${TORCH_LIBRARIES})
target_link_libraries(lensboard_engine PRIVATE $<BUILD_INTERFACE:lensboard_torch> INTERFACE $<INSTALL_INTERFACE:torch>)
# GCC 14 warns falsely about std::vector<bool>::reserve() in LibTorch's Function<T>::apply().
set_source_files_properties(model/leaky_integrate_and_fire.cpp PROPERTIES
    COMPILE_OPTIONS "$<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds;-Wno-stringop-overflow>")
set_target_properties(lensboard_engine PROPERTIES EXPORT_NAME engine)
lensboard_unity(lensboard_engine)
lensboard_precompile(lensboard_engine PRIVATE ${standard_headers} <ATen/core/Tensor.h> <ATen/TensorOperators.h>)
set_source_files_properties(dataset/take_batch.cpp hook/operator_taps.cpp PROPERTIES
    SKIP_PRECOMPILE_HEADERS ON) # have other compile options, see above

add_library(lensboard_engine_module MODULE training/engine_module.cpp)
target_link_libraries(lensboard_engine_module PRIVATE lensboard_engine $<BUILD_INTERFACE:lensboard_torch>)
set_target_properties(lensboard_engine_module PROPERTIES PREFIX "" OUTPUT_NAME lensboard-engine)
