#include "core/import/tools/optuna/optuna_database.h"

#include "core/import/importer.h"
#include "core/record/message.h"

#include <cmath>
#include <utility>

namespace lensboard::imports {

namespace fs = std::filesystem;
using record::message;
using store::sqlite::Statement;

namespace {

/// \p type is Optuna's word for a value that SQL cannot store; older storages lack it.
double valueOfOptuna(const Statement &row, int value, const std::string &type)
{
    if (type == "INF_POS" || type == "INF_NEG")
        return type == "INF_POS" ? INFINITY : -INFINITY;
    return row.isNull(value) ? NAN : row.real(value);
}

} // namespace

OptunaDatabase::OptunaDatabase(fs::path file) : m_database(std::move(file))
{
    if (!m_database.hasColumns("studies", {"study_id", "study_name"})
        || !m_database.hasColumns("trials", {"trial_id", "number", "study_id", "state", "datetime_start", "datetime_complete"})
        || !m_database.hasColumns("trial_params", {"trial_id", "param_name", "param_value", "distribution_json"})
        || !m_database.hasColumns("trial_values", {"trial_id", "objective", "value"})
        || !m_database.hasColumns("trial_intermediate_values", {"trial_id", "step", "intermediate_value"}))
        throw ImportError(m_database.file(), message("is no database of Optuna with studies and trials"));
}

std::vector<OptunaStorage::Trial> OptunaDatabase::trials()
{
    std::map<std::int64_t, std::string> studies;
    m_database.query("SELECT study_id, study_name FROM studies", [&](Statement &rows) {
        while (rows.step() && studies.size() < kMaxTrials)
            studies.emplace(rows.integer(0), rows.text(1));
    });
    std::vector<Trial> trials;
    UniqueNames names;
    m_database.query("SELECT trial_id, number, study_id, state, datetime_start, datetime_complete FROM trials ORDER BY rowid", [&](Statement &rows) {
        while (rows.step() && trials.size() < kMaxTrials) {
            const std::string &study = studies[rows.integer(2)];
            trials.push_back({rows.text(0), names.name(rows.text(0), study + " trial " + rows.text(1)), study, rows.text(3), rows.text(4), rows.text(5)});
        }
    });
    return trials;
}

void OptunaDatabase::readReports(const std::string &trial, std::int64_t first, const std::stop_token &stop, const Take &take)
{
    readValues("trial_intermediate_values", "step", "intermediate_value", trial, first, stop, take);
}

void OptunaDatabase::readObjectives(const std::string &trial, const Take &take)
{
    readValues("trial_values", "objective", "value", trial, 0, {}, take);
}

void OptunaDatabase::readValues(const std::string &table, const std::string &place, const std::string &value, const std::string &trial,
                                std::int64_t first, const std::stop_token &stop, const Take &take)
{
    const std::string type = m_database.plainColumns(table).contains(value + "_type") ? value + "_type" : "''";
    m_database.readRows({table, "trial_id", place + ", " + value + ", " + type, "sqlite_autoindex_" + table + "_1"}, trial, first, stop,
                        [&](const Statement &row) { take({row.integer(1), row.integer(2), valueOfOptuna(row, 3, row.text(4))}); });
}

std::map<std::string, std::string> OptunaDatabase::parameters(const std::string &trial)
{
    std::map<std::string, std::string> parameters;
    m_database.readRows({"trial_params", "trial_id", "param_name, param_value, distribution_json", "sqlite_autoindex_trial_params_1"}, trial, 0, {},
                        [&](const Statement &row) {
                            if (parameters.size() < kMaxParameters)
                                parameters.emplace(row.text(2), parameterText(row.real(3), row.text(4)));
                        });
    return parameters;
}

} // namespace lensboard::imports
