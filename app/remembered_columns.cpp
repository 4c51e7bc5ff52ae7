#include "app/remembered_columns.h"

#include "app/settings.h"
#include "core/remote/remote_source.h"
#include "core/store/file/run_file_format.h"

#include <QCryptographicHash>

namespace lensboard::app {

namespace {

/// Returns a short key, since a shape has the names of all columns.
QString keyOf(const imports::RowReading &reading)
{
    return QCryptographicHash::hash(QByteArray::fromStdString(reading.shape()), QCryptographicHash::Sha1).toHex();
}

} // namespace

std::optional<RememberedColumns> rememberedColumns(const imports::RowReading &reading)
{
    const QVariantMap stored = Settings::columnChoice(keyOf(reading));
    RememberedColumns remembered{{}, stored["on"].toDate()};
    for (const auto uses = stored["uses"].toMap(); const imports::RowReading::Column &column : reading.columns)
        if (const auto use = imports::columnUseFromText(uses[QString::fromStdString(column.name)].toString().toStdString()))
            remembered.choice.emplace_back(column.name, *use);
    return remembered.choice.empty() ? std::nullopt : std::optional(remembered);
}

void rememberColumns(const imports::RowReading &reading, const imports::RoleChoice &choice)
{
    QVariantMap uses;
    for (const auto &[name, use] : choice)
        uses[QString::fromStdString(name)] = toText(use);
    Settings::setColumnChoice(keyOf(reading), uses.isEmpty() ? QVariantMap() : QVariantMap{{"uses", uses}, {"on", QDate::currentDate()}});
}

std::unique_ptr<runs::RunSource> openAsRemembered(const std::string &path, imports::ReadProgress &progress)
{
    auto source = remote::openRunAt(path, progress);
    const auto reading = source ? source->reading() : std::nullopt;
    const auto remembered = reading ? rememberedColumns(*reading) : std::nullopt;
    try {
        return remembered ? remote::openRunAt(path, progress, remote::Values::AsTheyCome, remembered->choice) : std::move(source);
    } catch (const imports::ImportError &) {
        return source;
    } catch (const store::RunFileError &) {
        return source;
    }
}

} // namespace lensboard::app
