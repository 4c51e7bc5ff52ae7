#include "core/lens/tensor_shelf.h"

#include "core/record/message.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace lensboard::lens {

bool isDense(const Tensor &tensor)
{
    return tensor.defined() && tensor.layout().isStrided && tensor.type() != ElementType::Other;
}

void TensorShelf::add(const std::string &layer, const std::string &label, const Tensor &tensor)
{
    const std::size_t bytes = static_cast<std::size_t>(tensor.numel()) * sizeof(float);
    if (bytes > bytesLeft()) {
        m_full = true;
        return;
    }
    m_bytes += bytes;
    const Tensor numbers = tensor.detach().to(Device(), ElementType::Float32).contiguous();
    auto value = std::make_shared<record::TensorValue>();
    value->shape = numbers.sizes();
    value->values.assign(numbers.data<float>(), numbers.data<float>() + numbers.numel());
    m_added.push_back({layer, label, std::move(value)});
}

void TensorShelf::plot(Plotter &out)
{
    Plotter::Plot plot = out.plot(m_tag);
    for (Added &added : std::exchange(m_added, {}))
        plot.tensor(plot.rowOf(added.layer + '\n' + added.label), 0, std::move(added.tensor), [&] { return Plotter::Name{added.layer, added.label}; });
}

void TensorShelf::save(State &state) const
{
    state.counts["bytes shown"] = static_cast<std::int64_t>(m_bytes);
    state.counts["is full"] = m_full;
    state.counts["told that it is full"] = m_reported;
}

bool TensorShelf::restore(const State &state, const Resumption &resumption)
{
    const auto bytes = state.count("bytes shown"), full = state.count("is full"), told = state.count("told that it is full");
    if (!bytes || !full || !told)
        return false;
    if (!resumption.isSameRun)
        return true;
    m_bytes = std::min(static_cast<std::size_t>(*bytes), m_limit);
    m_full = *full > 0;
    m_reported = *told > 0;
    return true;
}

record::Message withoutMemoryMessage(const std::string &watcher)
{
    return record::message("\"%1\" skips tensors that are sparse or wrap other tensors, such as DTensor and FakeTensor.", watcher);
}

record::Message TensorShelf::complaint()
{
    if (!m_full || std::exchange(m_reported, true))
        return {};
    return record::message("\"%1\" keeps no more tensors: the next one exceeds the limit of %2 MB. Kept tensors stay; raise "
                           "limit_mb, or keep fewer tensors.",
                           m_tag.name, (m_limit + (1 << 20) - 1) >> 20);
}

} // namespace lensboard::lens
