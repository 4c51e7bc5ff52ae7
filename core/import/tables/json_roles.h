#pragma once

#include "core/import/tables/flat_json.h"
#include "core/import/tables/row_roles.h"
#include "core/record/message.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lensboard::imports {

/// The meaning of the keys of JSON objects.
struct JsonRoles
{
    std::string place; ///< key of the step; empty if objects are counted
    StampField placeField = StampField::None;
    std::vector<std::string> runs;   ///< keys with a value per run
    std::vector<std::string> phases; ///< keys with a value per part of a run
    std::string seriesName;          ///< key with the name of a series, if each object is a value of one
    std::string seriesValue;
    std::vector<std::string> totals;                ///< keys that are stamps although they may name a total
    std::map<std::string, std::string> numberTexts; ///< keys with numbers as texts, and their unit
    std::size_t settings = 0;                       ///< number of first objects that are settings
    std::map<std::string, ColumnRole> chosen = {};  ///< roles of keys chosen by the user
    RoleChoice uses = {};                           ///< uses of all sampled keys
    std::vector<record::Message> description = {}; ///< of the roles, for the user

    bool isLong() const { return !seriesName.empty(); }
    ColumnRole roleOf(const std::string &key) const;
    /// Returns true if both read objects alike.
    bool isLike(const JsonRoles &other) const;
};

/// Decides the roles of keys by the first objects of a file and a sample of the others.
/// Errors: std::invalid_argument of rowRoles().
JsonRoles jsonRoles(const std::vector<FlatJson> &objects, const RoleChoice &choice = {});

/// Parses a number, a percentage or a duration; nullopt for other texts.
std::optional<double> numberInText(std::string_view text);

} // namespace lensboard::imports
