#include "core/import/tools/evals_result_importer.h"

#include "core/bytes/valid_utf8.h"
#include "core/import/tables/stamp_field.h"
#include "core/record/message.h"

namespace lensboard::imports {

using record::message;

namespace {

/// Returns the round of a number at DATASET/METRIC/ROUND; nullopt at other paths.
std::optional<std::int64_t> roundAt(std::span<const std::string> path)
{
    const auto isName = [](const std::string &key) { return !exactNumber(key); };
    return path.size() == 3 && isName(path[0]) && isName(path[1]) ? exactNumber(path[2]) : std::nullopt;
}

} // namespace

/// All lists must be two levels deep. A history of Keras has this form, too, below its own key.
bool EvalsResultImporter::recognises(std::string_view firstBytes)
{
    bool isOther = false, isAny = false;
    const auto damage = readJson(firstBytes, [&](const JsonLeaf &leaf) {
        isOther = isOther || !roundAt(leaf.path) || !leaf.number() || leaf.path[0] == "history";
        isAny = true;
    });
    return isAny && !isOther && (!damage || damage->isUnfinished);
}

void EvalsResultImporter::readLeaf(const JsonLeaf &leaf)
{
    const auto round = roundAt(leaf.path);
    const auto number = leaf.number();
    if (round && number)
        m_values.add(stampAt(StampField::Step, *round), leaf.path[0] + '/' + leaf.path[1], *number);
    else
        m_out.report(record::RunEvent::Kind::Notice, 0, "no round",
                     message("\"%1\" is no list of numbers: \"%2\" is skipped", bytes::clipped(leaf.path.empty() ? std::string() : leaf.path.front()), bytes::clipped(leaf.text())));
}

} // namespace lensboard::imports
