#pragma once

#include "core/control/ordered_training.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Messages between a training and its clients, as values. control_messages.proto has their format. All functions that parse a message
/// throw a ConnectionError if it is invalid.
namespace lensboard::control {

constexpr std::uint32_t kProtocolVersion = 1;

/// The first message of each side.
struct Greeting
{
    std::uint32_t version = kProtocolVersion;
    std::string program = {};  ///< version of Lensboard of the sender
    double runCreated = 0; ///< creation time in RunInfo; 0 from a client

    /// Returns the greeting of this program.
    static Greeting own(double runCreated = 0);
};

/// A request to a training.
struct Request
{
    std::uint64_t id = 0; ///< number for the answer; not 0
    std::optional<Order> order = {}; ///< nullopt: requests the status
    bool follow = false; ///< also send later changes of the status, under id 0
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
/// Checks that settings are a JSON object, but not their keys and values; the roster checks these.
Request requestFrom(const std::string &bytes);
/// Checks that settings of watchers are JSON objects with a valid "enabled", and a "name" that is a string if it is present.
Answer answerFrom(const std::string &bytes);

/// Errors: ConnectionError that names the side to update, if the versions differ. \p isTraining is true if \p other is the training's.
void requireSameVersion(const Greeting &other, bool isTraining);

} // namespace lensboard::control
