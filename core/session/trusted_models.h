#pragma once

#include "core/experiment/experiment.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace lensboard::session {

/// The TorchScript file or plug-in that is the model of \p experiment; empty if that is a built-in one.
std::filesystem::path modelProgram(const experiment::Experiment &experiment);
/// All that a training of \p experiment would run: the model's first, then plug-ins of lenses. Each once.
std::vector<std::filesystem::path> programsOf(const experiment::Experiment &experiment);

/// Which model files the user lets run: trusted-models.json in the user's data folder, by path and content. A file that
/// changed is another one.
/// Thread: one at a time; several processes may write the list.
class TrustedModels
{
public:
    /// \p list is the path of the list; empty: the user's.
    explicit TrustedModels(std::filesystem::path list = {});

    /// False also if the list is damaged.
    bool knows(const std::filesystem::path &model, const std::string &sha256) const;
    /// Errors: std::runtime_error naming the list, if it is damaged, which leaves it as it is, or cannot be written.
    void remember(const std::filesystem::path &model, const std::string &sha256) const;

private:
    std::map<std::string, std::string> read() const;

    std::filesystem::path m_list;
};

/// All bytes of a model file.
/// Errors: std::runtime_error naming the path.
std::string programBytes(const std::filesystem::path &path);
/// Of a model file, as `sha256sum` prints it.
/// Errors: as programBytes().
std::string fileSha256(const std::filesystem::path &path);

/// Of \p bytes, which are about to run.
/// Errors: std::runtime_error that says what to do, if it is not \p trusted, unless that is empty.
std::string checkedSha256(const std::string &bytes, const std::string &trusted);

} // namespace lensboard::session
