#include "core/import/tools/mlflow/mlflow_folder.h"

#include "core/bytes/blanks.h"
#include "core/bytes/valid_utf8.h"
#include "core/import/tools/yaml_values.h"
#include "core/record/message.h"
#include "core/record/text_number.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

namespace lensboard::imports {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaxMetaBytes = std::size_t{1} << 20;
constexpr std::size_t kMaxFiles = 100'000;
constexpr int kMaxLevels = 16;

bool isWhole(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789", text.front() == '-' ? 1 : 0) == text.npos;
}

} // namespace

std::string shortText(const fs::path &file, std::size_t most)
{
    std::error_code unknown;
    if (!fs::is_regular_file(file, unknown))
        return {};
    std::ifstream stream(file, std::ios::binary);
    std::string text(most, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(most));
    text.resize(static_cast<std::size_t>(std::max<std::streamsize>(stream.gcount(), 0)));
    return bytes::validUtf8(bytes::trimmed(text));
}

std::map<std::string, std::string> mlflowMeta(const fs::path &file)
{
    return yamlValues(shortText(file, kMaxMetaBytes));
}

bool isMlflowRun(const fs::path &folder)
{
    const auto meta = mlflowMeta(folder / "meta.yaml");
    return meta.contains("experiment_id") && (meta.contains("run_id") || meta.contains("run_uuid"));
}

record::Message whyNoMlflowRun(const fs::path &folder)
{
    std::error_code unknown;
    if (!fs::is_directory(folder / "metrics", unknown) || fs::exists(folder / "meta.yaml", unknown) || !mlflowMeta(folder.parent_path() / "meta.yaml").contains("experiment_id"))
        return {};
    return record::message("looks like a run of MLflow, but its meta.yaml is missing; open one of its files in metrics instead");
}

bool isMlflowMetric(std::string_view firstBytes)
{
    std::istringstream line{std::string(firstBytes.substr(0, std::min(firstBytes.find('\n'), firstBytes.size())))};
    std::string milliseconds, value, step;
    line >> milliseconds >> value >> step;
    return firstBytes.find('\n') != firstBytes.npos && (milliseconds.size() == 12 || milliseconds.size() == 13) && isWhole(milliseconds)
        && record::numberFromText(value) && isWhole(step);
}

std::map<std::string, fs::path> filesByName(const fs::path &folder)
{
    std::map<std::string, fs::path> files;
    std::error_code error, unknown;
    for (auto entry = fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied, error);
         !error && entry != fs::end(entry) && files.size() < kMaxFiles; entry.increment(error)) {
        if (entry.depth() == kMaxLevels)
            entry.disable_recursion_pending();
        if (!entry->is_symlink(unknown) && entry->is_regular_file(unknown))
            files.emplace(entry->path().lexically_relative(folder).generic_string(), entry->path());
    }
    return files;
}

} // namespace lensboard::imports
