#pragma once

#include "core/control/ordered_training.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// What travels between a training and those that give it orders, as values; control_messages.proto has its form. All that reads it
/// throws a ConnectionError if it is not as it should be.
namespace lensboard::control {

constexpr std::uint32_t kProtocolVersion = 1;

/// The first message of each side.
struct Greeting
{
    std::uint32_t version = kProtocolVersion;
    std::string program = {};  ///< the other side's Lensboard
    double runCreated = 0; ///< as RunInfo has it; 0 of those that give orders

    /// This program's.
    static Greeting own(double runCreated = 0);
};

/// Something that is asked of a training.
struct Request
{
    std::uint64_t id = 0; ///< of the answer; not 0
    std::optional<Order> order = {}; ///< none: its status is asked for
    bool follow = false; ///< and, under id 0, what changes of it
};

struct Answer
{
    std::uint64_t id = 0;
    std::string refusal = {}; ///< empty: the order is followed
    std::optional<Status> status = {};
    std::optional<std::vector<experiment::Choice>> watchers = {};
};

std::string toBytes(const Greeting &greeting);
std::string toBytes(const Request &request);
std::string toBytes(const Answer &answer);
Greeting greetingFrom(const std::string &bytes);
/// Settings are a JSON object; whether they make sense is for the roster to say.
Request requestFrom(const std::string &bytes);
/// Settings of watchers are JSON objects that say whether they are enabled, and a name that is a text if there is one.
Answer answerFrom(const std::string &bytes);

/// Errors: ConnectionError that says which side is to be updated, unless both speak the same version. \p isTraining: \p other is the training's.
void requireSameVersion(const Greeting &other, bool isTraining);

} // namespace lensboard::control
