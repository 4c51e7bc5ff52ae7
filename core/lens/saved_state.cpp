#include "core/lens/saved_state.h"

#include <ATen/core/Tensor.h>
#include <ATen/ops/full.h>

#include <algorithm>
#include <stdexcept>

namespace lensboard::lens {

const at::Tensor *findSaved(const State &state, const std::string &name)
{
    const auto found = std::ranges::find(state, name, &State::value_type::first);
    return found == state.end() ? nullptr : &found->second;
}

void saveNumber(State &state, const std::string &name, std::size_t number)
{
    state.emplace_back(name, at::full({}, static_cast<std::int64_t>(number), at::kLong));
}

std::size_t savedNumber(const State &state, const std::string &name)
{
    const at::Tensor *saved = findSaved(state, name);
    if (!saved || saved->scalar_type() != at::kLong || saved->numel() != 1 || saved->item<std::int64_t>() < 0)
        throw std::out_of_range(name);
    return static_cast<std::size_t>(saved->item<std::int64_t>());
}

} // namespace lensboard::lens
