#include "core/import/tools/optuna/optuna_storage.h"

#include "core/import/tools/optuna/optuna_database.h"
#include "core/import/tools/optuna/optuna_journal.h"
#include "core/record/text_number.h"
#include "core/store/file/sqlite.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>

namespace lensboard::imports {

std::vector<std::string> OptunaStorage::runs()
{
    std::vector<std::string> names;
    std::ranges::transform(trials(), std::back_inserter(names), &Trial::uniqueName);
    return names;
}

bool OptunaStorage::hasRun(const std::string &name)
{
    return std::ranges::any_of(trials(), [&](const Trial &trial) { return trial.uniqueName == name; });
}

std::string OptunaStorage::parameterText(double value, const std::string &distribution)
{
    constexpr std::size_t kMaxDistributionBytes = 100'000;
    if (distribution.size() > kMaxDistributionBytes || distribution.find("\"choices\"") == distribution.npos)
        return record::numberText(value);
    const auto json = nlohmann::json::parse(distribution, nullptr, false);
    const auto attributes = json.is_object() ? json.find("attributes") : json.end();
    if (!json.is_object() || attributes == json.end() || !attributes->is_object() || !attributes->contains("choices"))
        return record::numberText(value);
    const auto &choices = (*attributes)["choices"];
    if (!choices.is_array() || !(value >= 0 && value < static_cast<double>(choices.size())))
        return record::numberText(value);
    const auto &choice = choices[static_cast<std::size_t>(value)];
    return choice.is_string() ? choice.get<std::string>() : choice.is_primitive() ? choice.dump()
                                                                                  : "[…]";
}

std::unique_ptr<OptunaStorage> openOptunaStorage(const std::filesystem::path &file)
{
    if (OptunaJournal::recognises(store::sqlite::firstBytes(file, OptunaJournal::kEnoughForJournal)))
        return std::make_unique<OptunaJournal>(file);
    return std::make_unique<OptunaDatabase>(file);
}

} // namespace lensboard::imports
