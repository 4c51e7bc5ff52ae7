#include "tests/support/test_program.h"

#include <cstdio>
#include <filesystem>
#include <map>
#include <string>

namespace lensboard::test {

namespace {

std::map<std::string, TestClass::Run> &classes()
{
    static std::map<std::string, TestClass::Run> all;
    return all;
}

} // namespace

TestClass::TestClass(const char *source, Run run)
{
    classes().emplace(std::filesystem::path(source).stem().string(), run);
}

} // namespace lensboard::test

int main(int argc, char **argv)
{
    const auto &classes = lensboard::test::classes();
    const auto found = classes.find(std::filesystem::path(argv[0]).filename().string());
    if (found != classes.end())
        return found->second(argc, argv);
    std::fprintf(stderr, "%s: has several test classes; call it by the link of one:\n", argv[0]);
    for (const auto &[name, run] : classes)
        std::fprintf(stderr, "  %s\n", name.c_str());
    return 2;
}
