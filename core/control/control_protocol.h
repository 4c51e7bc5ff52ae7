#pragma once

#include "core/record/message.h"
#include "core/session/command.h"
#include "core/session/training_status.h"

#include <cstdint>
#include <optional>
#include <string>

/// Messages between a training and its clients, as values. control_messages.proto has their format. All functions that parse a message
/// throw a ConnectionError if it is invalid.
namespace lensboard::control {

constexpr std::uint32_t kProtocolVersion = 2;

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
    std::optional<session::Command> command = {}; ///< nullopt: requests the status
    bool follow = false; ///< also send later changes of the status, under id 0
};

struct Answer
{
    std::uint64_t id = 0;
    record::Message refusal = {}; ///< empty: the command is accepted
    std::optional<session::TrainingStatus> status = {}; ///< its watchers are null if they are as in the last status
};

std::string toBytes(const Greeting &greeting);
std::string toBytes(const session::Command &command);
std::string toBytes(const Request &request);
std::string toBytes(const Answer &answer);
Greeting greetingFrom(const std::string &bytes);
/// Checks that settings are a JSON object, but not their keys and values; the roster checks these.
session::Command commandFrom(const std::string &bytes);
/// Checks the command like commandFrom().
Request requestFrom(const std::string &bytes);
/// Checks that settings of watchers are JSON objects with a valid "enabled", and a "name" that is a string if it is present. Skips watchers
/// with other errors, such as settings of a newer version.
Answer answerFrom(const std::string &bytes);

/// Errors: ConnectionError that names the side to update, if the versions differ. \p isTraining is true if \p other is the training's.
void requireSameVersion(const Greeting &other, bool isTraining);

} // namespace lensboard::control
