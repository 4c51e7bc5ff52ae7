#pragma once

#include "core/tensor/library.h"

namespace lensboard {

/// The LibTorch that this program links.
class AtenLibrary final : public Library
{
public:
    static const AtenLibrary &instance();

    std::pair<std::string, std::string> version() const override;
    using Library::call;
    using Library::callForList;
    Tensor call(const Operator &op, std::span<const Argument> arguments) const override;
    std::vector<Tensor> callForList(const Operator &op, std::span<const Argument> arguments) const override;
    bool has(const Operator &op) const override;
    Tensor made(const std::vector<double> &values, ElementType type, Device device) const override;
    void beginThread() const override;
    bool isRecordingGradients() const override;
    std::shared_ptr<void> withoutGradients() const override;
    Tensor viewed(const Tensor &tensor) const override;
    void onGradient(const Tensor &tensor, GradientCallback watcher) const override;
    Tensor gradient(const Tensor &parameter) const override;
    std::unique_ptr<AccumulationHook> onAccumulation(const Tensor &parameter, std::function<void()> notify) const override;
    void atEndOfBackward(std::function<void()> function) const override;
    void save(const std::filesystem::path &path, const Value &value) const override;
    Value load(const std::filesystem::path &path) const override;
};

} // namespace lensboard
