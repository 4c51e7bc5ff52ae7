#include "core/python/checker_binding.h"

#include "core/health/finding_json.h"

#include <pybind11/stl.h>

namespace py = pybind11;

namespace lensboard::python {

void bindChecker(py::module_ &module)
{
    module.def("rules", [] {
        py::dict all;
        for (const health::RuleKind &kind : health::ruleKinds())
            all[py::str(kind.name)] = kind.help;
        return all;
    });
    py::class_<SharedChecker>(module, "Checker")
        .def(py::init<const std::vector<std::string> &>())
        .def("findings", [](SharedChecker &self) {
            const std::lock_guard lock(self.mutex);
            experiment::Json all = experiment::Json::array();
            if (self.checker)
                for (const health::Finding &finding : self.checker->findings())
                    all.push_back(health::toJson(finding));
            return all.dump(-1, ' ', false, experiment::Json::error_handler_t::replace);
        })
        .def("judged_as", [](SharedChecker &self) {
            const std::lock_guard lock(self.mutex);
            const health::JudgedAs judgedAs = self.checker ? self.checker->judgedAs() : health::JudgedAs();
            return std::pair(settings::toText(judgedAs.kind), std::string(judgedAs.reason));
        })
        .def("missing", [](SharedChecker &self) {
            const std::lock_guard lock(self.mutex);
            py::dict all;
            if (self.checker)
                for (const health::MissingEvidence &each : self.checker->missing())
                    all[py::str(each.rule)] = each.lenses;
            return all;
        });
}

} // namespace lensboard::python
