#pragma once

#include "core/import/tools/optuna/optuna_storage.h"

#include <functional>
#include <string>
#include <string_view>

namespace lensboard::imports {

/// Journal of Optuna's JournalStorage: lines of JSON, one for each operation on a study or trial.
class OptunaJournal final : public OptunaStorage
{
public:
    /// Throws if \p file is no journal, or longer than 256 MB.
    explicit OptunaJournal(const std::filesystem::path &file);

    static constexpr std::size_t kEnoughForJournal = 64; ///< number of bytes to recognise one
    /// Returns true if a file that begins with \p firstBytes is such a journal.
    static bool recognises(std::string_view firstBytes);

    std::vector<Trial> trials() override;
    void readReports(const std::string &trial, std::int64_t first, const std::stop_token &stop, const Take &take) override;
    void readObjectives(const std::string &trial, const Take &take) override;
    std::map<std::string, std::string> parameters(const std::string &trial) override;

private:
    struct Operation;

    void readOperations(std::string_view trial, const std::function<void(std::int64_t line, const Operation &)> &take) const;

    std::string m_text; ///< complete lines
};

} // namespace lensboard::imports
