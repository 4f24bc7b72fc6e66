/* Says what does not hold, and stops. Valid C and C++. */
#ifndef EXPECT_H
#define EXPECT_H

#include <stdio.h>
#include <stdlib.h>

#include "petrov.h"

#define EXPECT(condition)                                                                        \
    do {                                                                                         \
        if (!(condition)) {                                                                      \
            fprintf(stderr, "%s:%d: not so: %s\n  last error: %s\n", __FILE__, __LINE__,         \
                    #condition, petrov_last_error());                                            \
            exit(1);                                                                             \
        }                                                                                        \
    } while (0)

#endif
