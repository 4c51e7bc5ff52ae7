#pragma once

#include "core/model/model.h"
#include "core/model/trainable_model.h"

namespace lensboard::model {

/// A model of C++ modules. Saved in the format of a Python state dict.
class EagerModel final : public TrainableModel
{
public:
    explicit EagerModel(Model model);

    at::Tensor forward(const at::Tensor &inputs) override;
    void train(bool on) override;
    NamedTensors parameters() const override;
    NamedTensors buffers() const override;
    void to(const c10::Device &device) override;
    std::unique_ptr<hook::ModelTap> tap() override;
    void save(const std::filesystem::path &path) const override;

private:
    Model m_model;
};

} // namespace lensboard::model
