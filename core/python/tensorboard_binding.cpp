#include "core/python/tensorboard_binding.h"

#include "core/record/error.h"
#include "core/visualizer/tensorboard_log.h"

#include <pybind11/stl/filesystem.h>

#include <stdexcept>

namespace py = pybind11;

namespace lensboard::python {

void bindTensorboard(py::module_ &module)
{
    using visualizer::TensorboardLog;
    py::class_<TensorboardLog>(module, "TensorboardLog")
        .def(py::init([](const std::filesystem::path &folder) { return std::make_unique<TensorboardLog>(folder, 0); }))
        .def("add_scalar", [](TensorboardLog &self, std::int64_t step, double seconds, const std::string &folder, const std::string &tag,
                              double value) { self.addScalar({step, seconds}, {folder, tag}, value); })
        .def("flush", [](TensorboardLog &self) {
            self.endTick();
            self.flush();
            if (!self.problem().empty())
                throw record::Error(self.problem());
        });
}

} // namespace lensboard::python
