#include "core/training/replicas.h"

#include "core/experiment/experiment.h"
#include "core/experiment/experiment_differences.h"
#include "core/model/trainable_model.h"
#include "core/record/message.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/full_like.h>
#include <ATen/ops/zeros.h>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <utility>

namespace lensboard::training {

using experiment::Json;

namespace {

constexpr const char *kGo = "go", *kStop = "stop", *kAgreed = "agreed";

} // namespace

Replicas::Replicas(const session::ProcessRank &place, const session::ProgressReport &report) : m_group(distributed::join(place, report)) {}

void Replicas::agree(const Json &own)
{
    const std::vector<std::string> all = m_group->collect(own.dump());
    for (std::size_t rank = 1; rank < all.size(); ++rank)
        for (const experiment::ComparedKey &key : experiment::compareExperiments({all.front(), all[rank]}))
            if (key.differs())
                throw std::runtime_error(record::message("process %1 does not train what the first does: %2 is %3 there, not %4", rank, key.path,
                                                         key.values.back().json.dump(), key.values.front().json.dump()));
    if (m_group->isFirst())
        m_group->post(kAgreed);
    else
        m_group->awaitOrder();
}

void Replicas::begin(model::TrainableModel &model, const std::vector<at::Tensor> &parameters, bool someUnused)
{
    const at::NoGradGuard noGradients;
    m_buffers.clear();
    for (const auto &[name, buffer] : model.buffers())
        m_buffers.push_back(buffer);
    std::vector<at::Tensor> weights;
    for (const at::Tensor &parameter : parameters)
        weights.push_back(parameter.detach());
    m_group->broadcast(weights);
    shareBuffers();
    m_reducer = m_group->reducer(parameters, someUnused);
}

bool Replicas::mayTakeOrders(bool someWait)
{
    m_ordersWait = someWait;
    return m_isMeeting;
}

void Replicas::order(const Json &order)
{
    m_group->post(order.dump());
}

bool Replicas::beginBatch(const std::function<void(const Json &order)> &obey)
{
    if (m_isMeeting && m_group->isFirst())
        m_group->post(kGo);
    while (m_isMeeting && !m_group->isFirst()) {
        const std::string order = m_group->awaitOrder();
        if (order == kStop)
            return false;
        if (order == kGo)
            break;
        obey(experiment::parseJson(order));
    }
    m_isMeeting = false;
    m_group->announce(std::exchange(m_ordersWait, false));
    return true;
}

void Replicas::endBatch()
{
    m_isMeeting = m_group->announced();
}

void Replicas::stop()
{
    m_group->post(kStop);
}

void Replicas::finish()
{
    m_group->collect({});
    if (m_group->isFirst())
        m_group->post(kStop);
    else
        m_group->awaitOrder();
}

void Replicas::shareBuffers()
{
    const at::NoGradGuard noGradients;
    m_group->broadcast(m_buffers);
}

void Replicas::backward(const at::Tensor &loss, const at::Tensor &outputs, const EpochBatches::Share &share)
{
    m_reducer->prepare(outputs);
    const double weight = share.weight() * size(); // the reducer divides by how many there are
    if (weight == 1)
        loss.backward();
    else
        loss.backward(at::full_like(loss, weight));
}

void Replicas::keep(Push push, const EpochBatches::Share &share)
{
    m_kept.push_back({std::move(push), share});
}

Replicas::Merged Replicas::merge(const std::vector<double> &own, bool isSameSize)
{
    Merged merged;
    std::vector<double> numbers;
    for (const Kept &kept : m_kept) {
        const double weight = kept.share.weight();
        numbers.push_back(weight > 0 ? weight * kept.push.loss : 0);
        for (const auto &[name, value] : kept.push.metrics)
            numbers.push_back(weight > 0 ? weight * value : 0);
    }
    const std::size_t pushed = numbers.size();
    numbers.insert(numbers.end(), own.begin(), own.end());
    auto kept = std::exchange(m_kept, {});
    if (numbers.empty())
        return merged;
    merged.others = m_group->gather(numbers, isSameSize);
    if (!m_group->isFirst())
        return merged;
    for (std::vector<double> &theirs : merged.others) {
        if (theirs.size() < pushed)
            throw std::runtime_error(record::message("the processes measure different layers"));
        std::transform(theirs.begin(), theirs.begin() + static_cast<std::ptrdiff_t>(pushed), numbers.begin(), numbers.begin(), std::plus());
        theirs.erase(theirs.begin(), theirs.begin() + static_cast<std::ptrdiff_t>(pushed));
    }
    const double *next = numbers.data();
    for (Kept &each : kept) {
        each.push.loss = *next++;
        for (auto &[name, value] : each.push.metrics)
            value = *next++;
        merged.pushes.push_back(std::move(each.push));
    }
    return merged;
}

void Replicas::share(std::initializer_list<double *> numbers)
{
    at::Tensor values = at::zeros({static_cast<std::int64_t>(numbers.size())}, at::kDouble);
    double *next = values.data_ptr<double>();
    for (const double *number : numbers)
        *next++ = *number;
    m_group->broadcast({values});
    next = values.data_ptr<double>();
    for (double *number : numbers)
        *number = *next++;
}

} // namespace lensboard::training
