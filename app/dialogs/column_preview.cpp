#include "app/dialogs/column_preview.h"

#include "core/record/error.h"
#include "core/remote/remote_source.h"

namespace lensboard::app {

namespace {

ColumnPreview::Result resultOf(const std::string &path, imports::ReadProgress &progress, const imports::RoleChoice &choice)
{
    ColumnPreview::Result result;
    try {
        const auto source = remote::openRunAt(path, progress, remote::Values::AsTheyCome, choice);
        if (!source) // a stop was requested
            return result;
        const auto run = source->run();
        result.reading = source->reading();
        result.series = run->seriesCount();
        result.steps = run->frameCount();
        result.description = record::fact(run->info().environment, "read as");
    } catch (const std::exception &error) {
        result.problem = record::messageOf(error);
    }
    return result;
}

} // namespace

ColumnPreview::ColumnPreview(const QString &path, QObject *parent) : QObject(parent), m_path(path) {}

void ColumnPreview::read(const imports::RoleChoice &choice)
{
    m_thread = std::jthread([this, path = m_path.toStdString(), choice, round = ++m_round](const std::stop_token &stop) {
        imports::ReadProgress progress{stop};
        Result result = resultOf(path, progress, choice);
        if (!stop.stop_requested())
            QMetaObject::invokeMethod(this, [this, result = std::move(result), round] {
                if (round == m_round)
                    Q_EMIT done(result);
            });
    });
}

} // namespace lensboard::app
