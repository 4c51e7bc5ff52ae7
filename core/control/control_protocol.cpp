#include "core/control/control_protocol.h"

#include "core/bytes/valid_utf8.h"
#include "core/control/connection.h"
#include "core/record/message.h"
#include "core/record/version.h"

#include "control_messages.pb.h"

#include <cmath>

namespace lensboard::control {

using experiment::Json;

namespace {

constexpr std::uint32_t kMagic = 0x3143424c; ///< "LBC1"
constexpr std::size_t kLongestText = 4096; ///< limit for quoting a text from the other side

/// Errors: ConnectionError.
template <typename Message>
Message parsedMessage(const std::string &bytes)
{
    Message message;
    if (!message.ParseFromString(bytes))
        throw ConnectionError(record::message("the other side sent what is no message of Lensboard's"));
    return message;
}

/// Errors: ConnectionError.
Json settingsFrom(const std::string &text)
{
    try {
        Json settings = experiment::parseJson(text);
        if (settings.is_object())
            return settings;
    } catch (const experiment::ExperimentError &) {
    }
    throw ConnectionError(record::message("the other side sent settings that are no JSON object"));
}

Order orderFrom(const messages::Order &sent)
{
    if (sent.kind() < 0 || sent.kind() > messages::Order::INTERRUPT)
        throw ConnectionError(record::message("the other side sent an order that is not known here"));
    Order order{static_cast<Order::Kind>(sent.kind()), sent.learning_rate()};
    if (order.kind == Order::Kind::Watcher)
        order.change = {bytes::validUtf8(sent.watcher()), settingsFrom(sent.settings())};
    return order;
}

experiment::Choice watcherFrom(const messages::Watcher &sent)
{
    experiment::Choice watcher{bytes::validUtf8(sent.kind()), settingsFrom(sent.settings())};
    if (!watcher.settings.value("enabled", Json()).is_boolean() || !watcher.settings.value("name", Json("")).is_string())
        throw ConnectionError(record::message("the other side sent settings that are no lens's"));
    return watcher;
}

messages::Status toMessage(const Status &status)
{
    messages::Status sent;
    sent.set_state(static_cast<std::uint32_t>(status.state));
    sent.set_activity(bytes::clipped(status.activity, kLongestText));
    sent.set_epoch(status.epoch);
    sent.set_epochs(status.epochs);
    sent.set_step(status.step);
    sent.set_ticks(status.ticks);
    sent.set_learning_rate(status.learningRate);
    sent.set_steps_per_second(status.stepsPerSecond);
    sent.set_seconds_left(status.secondsLeft);
    sent.set_stopping(status.isStopping);
    sent.set_hooks(status.hooks);
    sent.set_can_pause(status.abilities.pause);
    sent.set_can_stop(status.abilities.stop);
    sent.set_can_set_learning_rate(status.abilities.learningRate);
    sent.set_can_save_checkpoint(status.abilities.checkpoint);
    sent.set_batch(status.batch);
    sent.set_batches_per_epoch(status.batchesPerEpoch);
    sent.set_validating(status.isValidating);
    sent.set_interruptible(status.isInterruptible);
    return sent;
}

Status statusFrom(const messages::Status &sent)
{
    if (sent.state() > static_cast<std::uint32_t>(session::State::Failed))
        throw ConnectionError(record::message("the other side sent a state that is not known here"));
    return {.state = static_cast<session::State>(sent.state()),
            .activity = bytes::clipped(sent.activity(), kLongestText),
            .epoch = sent.epoch(),
            .epochs = sent.epochs(),
            .batch = sent.batch(),
            .batchesPerEpoch = sent.batches_per_epoch(),
            .step = sent.step(),
            .ticks = sent.ticks(),
            .learningRate = sent.learning_rate(),
            .stepsPerSecond = sent.steps_per_second(),
            .secondsLeft = sent.seconds_left(),
            .isStopping = sent.stopping(),
            .isValidating = sent.validating(),
            .isInterruptible = sent.interruptible(),
            .hooks = sent.hooks(),
            .abilities = {sent.can_pause(), sent.can_stop(), sent.can_set_learning_rate(), sent.can_save_checkpoint()}};
}

} // namespace

Greeting Greeting::own(double runCreated)
{
    return {kProtocolVersion, record::version(), runCreated};
}

std::string toBytes(const Greeting &greeting)
{
    messages::Greeting sent;
    sent.set_magic(kMagic);
    sent.set_version(greeting.version);
    sent.set_program(greeting.program);
    sent.set_run_created(greeting.runCreated);
    return sent.SerializeAsString();
}

std::string toBytes(const Request &request)
{
    messages::Request sent;
    sent.set_id(request.id);
    sent.set_follow(request.follow);
    if (request.order) {
        messages::Order &order = *sent.mutable_order();
        order.set_kind(static_cast<messages::Order::Kind>(request.order->kind));
        order.set_learning_rate(request.order->learningRate);
        order.set_watcher(request.order->change.watcher);
        order.set_settings(request.order->change.settings.dump(-1, ' ', false, Json::error_handler_t::replace));
    }
    return sent.SerializeAsString();
}

std::string toBytes(const Answer &answer)
{
    messages::Answer sent;
    sent.set_id(answer.id);
    sent.set_refusal(bytes::clipped(answer.refusal, kLongestText));
    if (answer.status)
        *sent.mutable_status() = toMessage(*answer.status);
    if (answer.watchers) {
        sent.mutable_watchers();
        for (const experiment::Choice &watcher : *answer.watchers) {
            messages::Watcher &added = *sent.mutable_watchers()->add_all();
            added.set_kind(watcher.kind);
            added.set_settings(watcher.settings.dump(-1, ' ', false, Json::error_handler_t::replace));
        }
    }
    return sent.SerializeAsString();
}

Greeting greetingFrom(const std::string &bytes)
{
    const auto sent = parsedMessage<messages::Greeting>(bytes);
    if (sent.magic() != kMagic)
        throw ConnectionError(record::message("the other side is no Lensboard"));
    return {sent.version(), bytes::clipped(sent.program()), sent.run_created()};
}

Request requestFrom(const std::string &bytes)
{
    const auto sent = parsedMessage<messages::Request>(bytes);
    if (sent.id() == 0)
        throw ConnectionError(record::message("the other side sent what is no message of Lensboard's"));
    return {sent.id(), sent.has_order() ? std::optional(orderFrom(sent.order())) : std::nullopt, sent.follow()};
}

Answer answerFrom(const std::string &bytes)
{
    const auto sent = parsedMessage<messages::Answer>(bytes);
    Answer answer{sent.id(), bytes::clipped(sent.refusal(), kLongestText)};
    if (sent.has_status())
        answer.status = statusFrom(sent.status());
    if (sent.has_watchers()) {
        answer.watchers.emplace();
        for (const messages::Watcher &watcher : sent.watchers().all())
            answer.watchers->push_back(watcherFrom(watcher));
    }
    return answer;
}

void requireSameVersion(const Greeting &other, bool isTraining)
{
    if (other.version == kProtocolVersion)
        return;
    const std::string here = record::version(), &there = other.program;
    const bool isNewer = other.version > kProtocolVersion;
    if (isTraining && isNewer)
        throw ConnectionError(record::message("the training is of a newer Lensboard (%1) than this one (%2): update this one", there, here));
    if (isTraining)
        throw ConnectionError(record::message("the training is of an older Lensboard (%1) than this one (%2): update the training's", there, here));
    if (isNewer)
        throw ConnectionError(record::message("orders come from a newer Lensboard (%1) than the training's (%2): update the training's", there, here));
    throw ConnectionError(record::message("orders come from an older Lensboard (%1) than the training's (%2): update that one", there, here));
}

} // namespace lensboard::control
