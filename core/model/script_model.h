#pragma once

#include "core/model/trainable_model.h"
#include "core/record/message.h"

#include <memory>
#include <string>
#include <vector>

namespace lensboard::model {

/// A TorchScript model from PyTorch, scripted or traced, run without Python. Every module that it calls can be observed.
///
/// A traced file keeps the mode that it was traced in. If that is the training mode, buffers changed by validation are restored
/// before training continues.
/// Thread: the training's thread.
class ScriptModel final : public TrainableModel
{
public:
    /// \p bytes come from readScriptFile(); \p name is for messages. Runs the set-up code in the file.
    /// Errors: std::runtime_error if LibTorch cannot load the file, or its SHA-256 is not \p trustedSha256.
    ScriptModel(const std::string &bytes, std::string name, const std::string &trustedSha256);
    ~ScriptModel() override;

    /// Errors: std::runtime_error with the error of the model's program.
    at::Tensor forward(const at::Tensor &inputs) override;
    void train(bool on) override;
    /// Lists a parameter shared by several modules once, under its first name.
    NamedTensors parameters() const override;
    NamedTensors buffers() const override;
    /// Saves numbers, booleans, strings, and lists, tuples and dictionaries of them.
    std::string attributes() const override;
    void restoreAttributes(const std::string &saved) override;
    std::string sha256() const override;
    void to(const c10::Device &device) override;
    std::unique_ptr<hook::ModelTap> tap() override;
    /// Writes a file for torch.jit.load, in the mode that the original file had.
    void save(const std::filesystem::path &path) const override;

    /// Differences from the model's behaviour in Python.
    const std::vector<record::Message> &notices() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// Opens and prepares a TorchScript file. The file is a program and is run here; \p trustedSha256, if set, must match its content.
/// Errors: std::runtime_error naming the path, the kind of file, and a remedy.
std::unique_ptr<ScriptModel> loadScriptModel(const std::filesystem::path &path, const std::string &trustedSha256 = {});

} // namespace lensboard::model
