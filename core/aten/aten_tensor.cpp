#include "core/aten/aten_tensor.h"

#include "core/aten/aten_library.h"

namespace lensboard {

namespace {

class AtenTensor final : public TensorBody
{
public:
    explicit AtenTensor(at::Tensor tensor) : m_tensor(std::move(tensor)) {}

    const void *identity() const override { return m_tensor.unsafeGetTensorImpl(); }
    std::int64_t version() const override { return m_tensor.is_inference() ? 0 : m_tensor._version(); }
    bool requiresGrad() const override { return m_tensor.requires_grad(); }
    std::shared_ptr<TensorBody> again() const override { return std::make_shared<AtenTensor>(m_tensor); }
    const void *aten() const override { return &m_tensor; }

protected:
    TensorLayout describe() const override
    {
        TensorLayout layout;
        const auto type = static_cast<ElementType>(m_tensor.scalar_type());
        layout.type = sizeOf(type) == static_cast<std::size_t>(m_tensor.element_size()) && !m_tensor.is_quantized() ? type : ElementType::Other;
        layout.device = {static_cast<Device::Kind>(m_tensor.device().type()), m_tensor.device().index()};
        layout.requiresGrad = m_tensor.requires_grad();
        layout.sizes = m_tensor.sizes().vec();
        layout.isStrided = m_tensor.layout() == at::kStrided && m_tensor.has_storage();
        if (layout.isStrided) {
            layout.strides = m_tensor.strides().vec();
            layout.data = m_tensor.data_ptr();
        }
        return layout;
    }

private:
    at::Tensor m_tensor;
};

} // namespace

namespace {

/// Linking LibTorch's tensors selects LibTorch as the library to compute with.
const bool isUsed = (Library::use(AtenLibrary::instance()), true);

} // namespace

Tensor::Tensor(const at::Tensor &tensor) : m_body(isUsed && tensor.defined() ? std::make_shared<AtenTensor>(tensor) : nullptr) {}

std::vector<Tensor> viewsOf(std::span<const at::Tensor> tensors)
{
    return {tensors.begin(), tensors.end()};
}

NamedTensors viewsOf(const std::vector<std::pair<std::string, at::Tensor>> &tensors)
{
    return {tensors.begin(), tensors.end()};
}

std::vector<at::Tensor> atenOf(std::span<const Tensor> tensors)
{
    std::vector<at::Tensor> all;
    for (const Tensor &tensor : tensors)
        all.push_back(tensor.defined() ? static_cast<const at::Tensor &>(tensor) : at::Tensor());
    return all;
}

} // namespace lensboard
