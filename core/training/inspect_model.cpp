#include "core/training/inspect_model.h"

#include "core/hook/model_tap.h"
#include "core/hook/output_shapes.h"
#include "core/model/script_file.h"
#include "core/model/script_model.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/zeros.h>

#include <stdexcept>

namespace lensboard::training {

namespace {

at::ScalarType scalarType(const std::string &name)
{
    if (name == "float32")
        return at::kFloat;
    if (name == "float64")
        return at::kDouble;
    if (name == "int32")
        return at::kInt;
    if (name == "int64")
        return at::kLong;
    throw record::Error(record::message("there is no input type \"%1\"", name));
}

} // namespace

session::ModelInspection inspectModel(const session::InspectionRequest &request)
{
    constexpr std::int64_t kBatch = 2; // batch normalisation traced in training mode needs more than one sample
    if (request.onlyCheck) {
        model::readScriptFile(request.path);
        return {};
    }
    const auto model = model::loadScriptModel(request.path, request.sha256);
    const auto tap = model->tap();
    session::ModelInspection inspection{tap->modules(), model->notices(), model->sha256()};
    if (!request.inputShape)
        return inspection;
    std::vector<std::int64_t> shape = *request.inputShape;
    shape.insert(shape.begin(), kBatch);
    const at::NoGradGuard noGradients;
    const hook::OutputShapes shapes(*tap, kBatch);
    model->train(false);
    model->forward(at::zeros(shape, scalarType(request.inputType)));
    for (std::size_t i = 0; i < inspection.layers.size(); ++i)
        inspection.layers[i].outputShape = shapes.seen()[i];
    return inspection;
}

} // namespace lensboard::training
