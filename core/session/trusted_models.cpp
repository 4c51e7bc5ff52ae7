#include "core/session/trusted_models.h"

#include "core/bytes/sha256.h"
#include "core/bytes/valid_utf8.h"
#include "core/bytes/whole_file.h"
#include "core/experiment/settings/lens_settings.h"
#include "core/experiment/settings/model_settings.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/store/file/run_folder.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <stdexcept>

#include <unistd.h>

namespace lensboard::session {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kLargest = 16u << 20;
constexpr int kFormat = 1;

std::string keyOf(const fs::path &model)
{
    std::error_code unknown;
    const fs::path canonical = fs::weakly_canonical(model, unknown);
    return bytes::validUtf8((unknown ? fs::absolute(model) : canonical).string());
}

} // namespace

fs::path modelProgram(const experiment::Experiment &experiment)
{
    return settings::programPath(experiment.model.as<settings::Model>());
}

std::vector<fs::path> programsOf(const experiment::Experiment &experiment)
{
    std::vector<fs::path> programs;
    const auto add = [&programs](const fs::path &program) {
        if (!program.empty() && std::ranges::find(programs, program) == programs.end())
            programs.push_back(program);
    };
    add(modelProgram(experiment));
    for (const experiment::KindSettings &watcher : experiment.watchers.all())
        if (experiment::watcherType(watcher.kind) == experiment::WatcherType::CustomLens)
            add(watcher.as<settings::CustomLens>().path);
    return programs;
}

TrustedModels::TrustedModels(fs::path list)
    : m_list(list.empty() ? store::runFolder().parent_path() / "trusted-models.json" : std::move(list))
{}

std::map<std::string, std::string> TrustedModels::read() const
{
    std::error_code error;
    if (!fs::exists(m_list, error))
        return {};
    const auto damaged = [this](const record::Message &why) {
        return record::Error(record::message("%1: is damaged (%2); move it away, and models can be remembered again",
                                                  m_list.string(), why));
    };
    if (fs::file_size(m_list, error) > kLargest)
        throw damaged(record::message("larger than 16 MiB"));
    try {
        const auto json = nlohmann::json::parse(programBytes(m_list));
        if (json.at("format").get<int>() != kFormat)
            throw record::Error(record::message("%1: is of a format that this Lensboard does not know; use a newer one",
                                                     m_list.string()));
        return json.at("models").get<std::map<std::string, std::string>>();
    } catch (const nlohmann::json::exception &problem) {
        throw damaged(record::messageOf(problem));
    }
}

bool TrustedModels::knows(const fs::path &model, const std::string &sha256) const
{
    try {
        const auto models = read();
        const auto found = models.find(keyOf(model));
        return found != models.end() && found->second == sha256;
    } catch (const std::runtime_error &) { // remember() reports the error
        return false;
    }
}

/// Replaces the list atomically: it has either its old content or the new one.
void TrustedModels::remember(const fs::path &model, const std::string &sha256) const
{
    auto models = read();
    models[keyOf(model)] = sha256;
    std::error_code error;
    fs::create_directories(m_list.parent_path(), error);
    const fs::path part = m_list.string() + ".part-" + std::to_string(::getpid());
    std::ofstream file(part, std::ios::binary | std::ios::trunc);
    file << nlohmann::json{{"format", kFormat}, {"models", models}}.dump(1) << '\n';
    file.close();
    if (!file)
        error.assign(errno ? errno : EIO, std::generic_category());
    else
        fs::rename(part, m_list, error);
    if (!error)
        return;
    std::error_code ignored;
    fs::remove(part, ignored);
    throw record::Error(record::message("%1: cannot be written: %2", m_list.string(), record::systemError(error.value())));
}

std::string programBytes(const fs::path &path)
{
    try {
        return bytes::wholeFile(path, record::message("a model"), bytes::kLargestModelFile);
    } catch (const std::runtime_error &error) {
        throw record::Error(record::message("%1: %2", path.string(), record::messageOf(error)));
    }
}

std::string fileSha256(const fs::path &path)
{
    return bytes::sha256(programBytes(path));
}

std::string checkedSha256(const std::string &bytes, const std::string &trusted)
{
    std::string sha256 = bytes::sha256(bytes);
    if (!trusted.empty() && sha256 != trusted)
        throw record::Error(record::message("was changed after it was allowed to run, so it was not run; start again, and "
                                                 "decide about the file as it is now"));
    return sha256;
}

} // namespace lensboard::session
