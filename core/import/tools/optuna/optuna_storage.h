#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace lensboard::imports {

/// Trials of several studies, as Optuna stores them.
/// Errors: all functions throw ImportError.
class OptunaStorage
{
public:
    struct Trial
    {
        std::string id;
        std::string uniqueName;                       ///< "STUDY trial NUMBER"
        std::string study, state, started, completed; ///< dates as texts
    };
    struct Value
    {
        std::int64_t row = 0;
        std::int64_t step = 0; ///< or number of the objective
        double value = 0;
    };
    using Take = std::function<void(const Value &)>;

    virtual ~OptunaStorage() = default;

    virtual std::vector<Trial> trials() = 0;
    /// Passes the reported values of a trial with a row number from \p first on to \p take, in the order of writing.
    virtual void readReports(const std::string &trial, std::int64_t first, const std::stop_token &stop, const Take &take) = 0;
    virtual void readObjectives(const std::string &trial, const Take &take) = 0;
    virtual std::map<std::string, std::string> parameters(const std::string &trial) = 0;

    std::vector<std::string> runs(); ///< unique names of the trials
    bool hasRun(const std::string &name);

protected:
    static constexpr std::size_t kMaxTrials = 100'000, kMaxParameters = 10'000;

    /// Returns the text of a parameter. For a choice, storages have its index.
    static std::string parameterText(double value, const std::string &distribution);
};

/// Opens a database or a journal.
std::unique_ptr<OptunaStorage> openOptunaStorage(const std::filesystem::path &file);

} // namespace lensboard::imports
