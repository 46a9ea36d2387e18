#include "loop.h"
#include "keys.h"
#include "tty.h"
#include "view.h"

void loop_run(ui *ui) {
    int core = adit_fd(ui->model.core);
    if (core < 0)
        adit_line_add(&ui->model.failure, "%s", adit_strerror(core));
    while (!ui->has_quit && tty_signal() == 0 && ui->model.failure.length == 0) {
        view_draw(ui);
        if (!tty_wait(core, &ui->model.failure))
            return;
        keys_read(ui);
        model_process(&ui->model);
    }
}
