#include "core/import/tools/tensorboard_json_importer.h"

#include "core/bytes/gzip_stream.h"
#include "core/import/tables/stamp_field.h"
#include "core/record/message.h"

namespace lensboard::imports {

using record::message;

namespace {

constexpr std::array<std::string_view, 3> kPlaces = {"0", "1", "2"};

std::string tagInName(const std::filesystem::path &path)
{
    constexpr std::string_view kBefore = "-tag-";
    const std::string name = bytes::unpackedName(path).stem().string();
    const std::size_t at = name.rfind(kBefore);
    return at == name.npos ? "value" : name.substr(at + kBefore.size());
}

} // namespace

TensorboardJsonImporter::TensorboardJsonImporter(std::filesystem::path path)
    : JsonDocumentImporter(std::move(path), "TensorBoard JSON"), m_values(m_out, "TensorBoard"), m_name(tagInName(m_file.path()))
{}

/// All rows must be a date, a whole number and a number.
bool TensorboardJsonImporter::recognises(std::string_view firstBytes)
{
    bool isOther = false;
    std::size_t leaves = 0;
    const auto damage = readJson(firstBytes, [&](const JsonLeaf &leaf) {
        const auto number = leaf.number();
        const std::size_t place = leaves++ % kPlaces.size();
        const bool isMember = leaf.path.size() == 2 && leaf.path[1] == kPlaces[place] && number;
        isOther = isOther || !isMember || (place == 0 && !wallSeconds(*number)) || (place == 1 && !wholeNumber(*number));
    });
    return firstBytes.starts_with('[') && !isOther && leaves >= kPlaces.size() && (!damage || damage->isUnfinished);
}

void TensorboardJsonImporter::readLeaf(const JsonLeaf &leaf)
{
    for (std::size_t place = 0; place < kPlaces.size(); ++place)
        if (leaf.path.size() == 2 && leaf.path[1] == kPlaces[place])
            m_row[place] = leaf.number();
}

void TensorboardJsonImporter::readEndOf(std::span<const std::string> path)
{
    if (path.size() != 1)
        return;
    const auto [seconds, step, value] = std::exchange(m_row, {});
    const auto whole = step ? wholeNumber(*step) : std::nullopt;
    if (!whole || !value) {
        m_out.report(record::RunEvent::Kind::Warning, 0, "row", message("row %1 is left out: expected a wall time, a step and a value", path[0]));
        return;
    }
    record::TickStamp stamp = stampAt(StampField::Step, *whole);
    stamp.wallSeconds = seconds ? wallSeconds(*seconds).value_or(0) : 0;
    m_values.add(stamp, m_name, *value);
}

} // namespace lensboard::imports
