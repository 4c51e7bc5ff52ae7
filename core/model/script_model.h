#pragma once

#include "core/model/trainable_model.h"

#include <memory>
#include <string>
#include <vector>

namespace lensboard::model {

/// A TorchScript model, scripted or traced: PyTorch's, without Python. Every module that it calls can be watched.
///
/// A traced file keeps the mode it was traced in: where that is training, the buffers that a validation moves are put
/// back when training goes on.
/// Thread: the one that trains.
class ScriptModel final : public TrainableModel
{
public:
    /// \p bytes as readScriptFile() returns them, \p name for messages. Runs what the file has to set itself up.
    /// Errors: std::runtime_error that says what LibTorch cannot make of it, or that its content is not that of \p trustedSha256.
    ScriptModel(const std::string &bytes, std::string name, const std::string &trustedSha256);
    ~ScriptModel() override;

    /// Errors: std::runtime_error with what the model's program says.
    at::Tensor forward(const at::Tensor &inputs) override;
    void train(bool on) override;
    /// A parameter that several modules share is listed once, under its first name.
    NamedTensors parameters() const override;
    NamedTensors buffers() const override;
    /// Numbers, truth values, texts, and lists, tuples and dictionaries of them.
    std::string attributes() const override;
    void restoreAttributes(const std::string &saved) override;
    std::string sha256() const override;
    void to(const c10::Device &device) override;
    std::unique_ptr<hook::ModelTap> tap() override;
    /// As torch.jit.load opens it; in the mode that the file was in.
    void save(const std::filesystem::path &path) const override;

    /// What differs from a model in Python.
    const std::vector<std::string> &notices() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// Opens and prepares a TorchScript file, which is a program: it is run from here on, if it has the content that was trusted.
/// Errors: std::runtime_error naming the path, what the file is, and what to do.
std::unique_ptr<ScriptModel> loadScriptModel(const std::filesystem::path &path, const std::string &trustedSha256 = {});

} // namespace lensboard::model
