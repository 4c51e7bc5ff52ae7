#pragma once

#include "core/runs/run_source.h"

#include "core/record/message.h"

#include <QObject>
#include <QString>

#include <thread>

namespace lensboard::app {

/// Reads a file with chosen uses of its columns on another thread, to show the result before it is accepted.
/// Thread: the window's.
/// Shutdown: the destructor cancels the current read and waits for it.
class ColumnPreview final : public QObject
{
    Q_OBJECT

public:
    struct Result
    {
        std::optional<imports::RowReading> reading = {};
        record::Message description = {};
        std::size_t series = 0, steps = 0;
        record::Message problem = {}; ///< empty unless the choice does not fit the file
    };

    explicit ColumnPreview(const QString &path, QObject *parent = nullptr);

    /// Cancels the last read.
    void read(const imports::RoleChoice &choice);

Q_SIGNALS:
    void done(const lensboard::app::ColumnPreview::Result &result);

private:
    QString m_path;
    int m_round = 0; ///< number of the last read; results of others are ignored
    std::jthread m_thread;
};

} // namespace lensboard::app
