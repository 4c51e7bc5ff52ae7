#pragma once

#include "core/session/model_inspection.h"

#include <QDialog>

namespace lensboard::app {

/// What a model that was opened from a file is made of: its modules, their types and parameters.
class ModelLayersDialog final : public QDialog
{
    Q_OBJECT

public:
    ModelLayersDialog(const QString &path, const session::ModelInspection &model, QWidget *parent = nullptr);
};

} // namespace lensboard::app
