#pragma once

#include "core/experiment/experiment.h"
#include "core/record/message.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace lensboard::session {

/// Returns the TorchScript file or plug-in with the model of \p experiment; empty for a built-in model.
std::filesystem::path modelProgram(const experiment::Experiment &experiment);
/// Returns all programs that a training of \p experiment runs, without duplicates: the model's first, then plug-ins of lenses.
std::vector<std::filesystem::path> programsOf(const experiment::Experiment &experiment);

/// List of model files that the user allows to run, by path and content: trusted-models.json in the user's data folder. A file that
/// has changed must be allowed again.
/// Thread: not thread-safe; several processes may write the list.
class TrustedModels
{
public:
    /// \p list is the path of the list; empty: the list in the user's data folder.
    explicit TrustedModels(std::filesystem::path list = {});

    /// Returns false also if the list is damaged.
    bool knows(const std::filesystem::path &model, const std::string &sha256) const;
    /// Errors: std::runtime_error with the list's path, if it cannot be written, or is damaged (a damaged list is not overwritten).
    void remember(const std::filesystem::path &model, const std::string &sha256) const;

private:
    std::map<std::string, std::string> read() const;

    std::filesystem::path m_list;
};

/// Returns the content of a model file.
/// Errors: std::runtime_error naming the path.
std::string programBytes(const std::filesystem::path &path);
/// Returns the SHA-256 of a model file, in the format of `sha256sum`.
/// Errors: see programBytes().
std::string fileSha256(const std::filesystem::path &path);

/// Returns the SHA-256 of \p bytes. Call it just before they run.
/// Errors: std::runtime_error with instructions, if \p trusted is another hash. An empty \p trusted allows all contents.
std::string checkedSha256(const std::string &bytes, const std::string &trusted);

} // namespace lensboard::session
