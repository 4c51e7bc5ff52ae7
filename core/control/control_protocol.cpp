#include "core/control/control_protocol.h"

#include "core/bytes/valid_utf8.h"
#include "core/control/connection.h"
#include "core/record/message_json.h"
#include "core/record/version.h"

#include "control_messages.pb.h"

#include <cmath>

namespace lensboard::control {

using experiment::Json;
using session::Command;
using session::TrainingStatus;

namespace {

constexpr std::uint32_t kMagic = 0x3143424c; ///< "LBC1"
constexpr std::size_t kLongestText = 4096; ///< limit for quoting a text from the other side

/// Errors: ConnectionError.
template <typename Message>
Message parsedMessage(const std::string &bytes)
{
    Message message;
    if (!message.ParseFromString(bytes))
        throw ConnectionError(record::message("the other side sent data that is not a Lensboard message"));
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

std::string jsonOf(const Json &settings)
{
    return settings.dump(-1, ' ', false, Json::error_handler_t::replace);
}

messages::Command toMessage(const Command &command)
{
    messages::Command sent;
    sent.set_kind(static_cast<messages::Command::Kind>(command.kind));
    sent.set_learning_rate(command.learningRate);
    sent.set_watcher(command.change.watcher);
    sent.set_settings(jsonOf(command.change.settings));
    return sent;
}

Command commandFrom(const messages::Command &sent)
{
    if (sent.kind() < 0 || sent.kind() > messages::Command::INTERRUPT)
        throw ConnectionError(record::message("the other side sent an unknown command"));
    Command command{static_cast<Command::Kind>(sent.kind()), sent.learning_rate()};
    if (command.kind == Command::Kind::Watcher)
        command.change = {bytes::validUtf8(sent.watcher()), settingsFrom(sent.settings())};
    return command;
}

messages::Watchers toMessage(const experiment::Roster &watchers)
{
    messages::Watchers sent;
    for (const experiment::KindSettings &watcher : watchers.all()) {
        messages::Watcher &added = *sent.add_all();
        added.set_kind(watcher.kind);
        added.set_settings(jsonOf(watcher.settings));
    }
    return sent;
}

std::shared_ptr<const experiment::Roster> watchersFrom(const messages::Watchers &sent)
{
    const auto watchers = std::make_shared<experiment::Roster>();
    for (const messages::Watcher &each : sent.all()) {
        Json settings = settingsFrom(each.settings());
        if (!settings.value("enabled", Json()).is_boolean() || !settings.value("name", Json("")).is_string())
            throw ConnectionError(record::message("the other side sent settings that are no lens's"));
        settings["kind"] = bytes::validUtf8(each.kind());
        try {
            watchers->add(experiment::lensChoice(settings));
        } catch (const experiment::ExperimentError &) {
            continue;
        }
    }
    return watchers;
}

messages::LensCosts toMessage(const session::LensCosts &costs)
{
    messages::LensCosts sent;
    std::map<std::string, std::pair<double, double>> lenses;
    for (const auto &[lens, seconds] : costs.lenses)
        lenses[lens].first = seconds;
    for (const auto &[lens, kept] : costs.bytes)
        lenses[lens].second = kept;
    for (const auto &[lens, cost] : lenses) {
        messages::LensCost &added = *sent.add_lenses();
        added.set_lens(lens);
        added.set_seconds(cost.first);
        added.set_bytes_kept(cost.second);
    }
    sent.set_step_seconds(costs.stepSeconds);
    sent.set_host_time_only(costs.hostTimeOnly);
    sent.set_budget(costs.budget);
    sent.set_spent(costs.spent);
    return sent;
}

session::LensCosts costsFrom(const messages::LensCosts &sent)
{
    session::LensCosts costs{sent.step_seconds(), {}, sent.host_time_only(), sent.budget(), sent.spent()};
    for (const messages::LensCost &each : sent.lenses()) {
        const std::string lens = bytes::validUtf8(each.lens());
        if (each.seconds() > 0)
            costs.lenses[lens] = each.seconds();
        if (each.bytes_kept() > 0)
            costs.bytes[lens] = each.bytes_kept();
    }
    return costs;
}

messages::Status toMessage(const TrainingStatus &status)
{
    messages::Status sent;
    sent.set_state(static_cast<std::uint32_t>(status.state));
    sent.set_activity(bytes::clipped(status.activity, kLongestText));
    sent.set_activity_structure(record::structureJson(status.activity));
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
    sent.set_revision(status.revision);
    sent.set_has_trained(status.hasTrained);
    *sent.mutable_lens_costs() = toMessage(status.lensCosts);
    if (status.watchers)
        *sent.mutable_watchers() = toMessage(*status.watchers);
    return sent;
}

TrainingStatus statusFrom(const messages::Status &sent)
{
    if (sent.state() > static_cast<std::uint32_t>(session::State::Failed))
        throw ConnectionError(record::message("the other side sent a state that is not known here"));
    return {.revision = sent.revision(),
            .state = static_cast<session::State>(sent.state()),
            .activity = record::messageFrom(bytes::clipped(sent.activity(), kLongestText), sent.activity_structure()),
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
            .hasTrained = sent.has_trained(),
            .hooks = sent.hooks(),
            .abilities = {sent.can_pause(), sent.can_stop(), sent.can_set_learning_rate(), sent.can_save_checkpoint()},
            .lensCosts = costsFrom(sent.lens_costs()),
            .watchers = sent.has_watchers() ? watchersFrom(sent.watchers()) : nullptr};
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

std::string toBytes(const Command &command)
{
    return toMessage(command).SerializeAsString();
}

std::string toBytes(const Request &request)
{
    messages::Request sent;
    sent.set_id(request.id);
    sent.set_follow(request.follow);
    if (request.command)
        *sent.mutable_command() = toMessage(*request.command);
    return sent.SerializeAsString();
}

std::string toBytes(const Answer &answer)
{
    messages::Answer sent;
    sent.set_id(answer.id);
    sent.set_refusal(bytes::clipped(answer.refusal, kLongestText));
    sent.set_refusal_structure(record::structureJson(answer.refusal));
    if (answer.status)
        *sent.mutable_status() = toMessage(*answer.status);
    return sent.SerializeAsString();
}

Command commandFrom(const std::string &bytes)
{
    return commandFrom(parsedMessage<messages::Command>(bytes));
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
        throw ConnectionError(record::message("the other side sent data that is not a Lensboard message"));
    return {sent.id(), sent.has_command() ? std::optional(commandFrom(sent.command())) : std::nullopt, sent.follow()};
}

Answer answerFrom(const std::string &bytes)
{
    const auto sent = parsedMessage<messages::Answer>(bytes);
    Answer answer{sent.id(), record::messageFrom(bytes::clipped(sent.refusal(), kLongestText), sent.refusal_structure())};
    if (sent.has_status())
        answer.status = statusFrom(sent.status());
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
        throw ConnectionError(record::message("commands come from a newer Lensboard (%1) than the training's (%2): update the training's", there, here));
    throw ConnectionError(record::message("commands come from an older Lensboard (%1) than the training's (%2): update that one", there, here));
}

} // namespace lensboard::control
