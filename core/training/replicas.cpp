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
    m_group->ask(std::exchange(m_ordersWait, false));
    return true;
}

void Replicas::endBatch()
{
    m_isMeeting = m_group->anyoneDid();
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

std::vector<Push> Replicas::merged()
{
    std::vector<Push> pushes;
    if (m_kept.empty())
        return pushes;
    std::vector<double> own;
    for (const Kept &kept : m_kept) {
        const double weight = kept.share.weight();
        const auto add = [&](double value) { own.push_back(weight > 0 ? weight * value : 0); };
        add(kept.push.loss);
        for (const auto &[name, value] : kept.push.metrics)
            add(value);
    }
    at::Tensor sums = at::zeros({static_cast<std::int64_t>(own.size())}, at::kDouble);
    std::ranges::copy(own, sums.data_ptr<double>());
    m_group->sum(sums);
    const double *next = sums.data_ptr<double>();
    for (Kept &kept : m_kept) {
        kept.push.loss = *next++;
        for (auto &[name, value] : kept.push.metrics)
            value = *next++;
        pushes.push_back(std::move(kept.push));
    }
    m_kept.clear();
    return pushes;
}

} // namespace lensboard::training
