// Built twice, with different return values.
extern "C" __attribute__((visibility("default"))) int number()
{
    return LENSBOARD_NUMBER;
}
