#pragma once

#include "core/store/run.h"

#include <QDialog>

namespace lensboard::app {

/// What a run was: status, environment, events, and its experiment with every default, to read and to copy.
class RunDetailsDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit RunDetailsDialog(const store::Run &run, QWidget *parent = nullptr);
};

} // namespace lensboard::app
