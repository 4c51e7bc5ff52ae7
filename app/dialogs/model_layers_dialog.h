#pragma once

#include "core/session/model_inspection.h"

#include <QDialog>

namespace lensboard::app {

/// Shows the modules of a model opened from a file, with types and parameters.
class ModelLayersDialog final : public QDialog
{
    Q_OBJECT

public:
    ModelLayersDialog(const QString &path, const session::ModelInspection &model, QWidget *parent = nullptr);
};

} // namespace lensboard::app
