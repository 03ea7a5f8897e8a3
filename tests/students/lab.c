/* A student's program for the lab assignment, written from its text alone; tests compile it with one mistake each.
 *
 *   cc -DWRONG=EARLY -DLAYOUT=2 lab.c && ./a.out 7 [seed]        (without n: read from the user)
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define NOTHING 0
#define EARLY 1      /* a path stops by chance although it could go on */
#define BESIDE 2     /* no test for a second neighbour on the own path */
#define OVERLAP 3    /* a step may take a square of another path */
#define TOGETHER 4   /* addpath gives up while two free squares lie side by side */
#define ENDS 5       /* the flag of the end stands one square too early */
#define SHUFFLED 6   /* numbers 2, 4, 6, ... instead of 1, 2, 3, ... */
#define TRACE_OFF 7  /* the trace prints rows from 1 and columns from 0 */
#define RING 8       /* a path of three squares or more closes to a ring where it can */
#define FIXED 9      /* the same seed in every run */
#define CORNER 10    /* the search for a start always begins at (0, 0) */
#define NEWS_ONLY 11 /* neighbours are always tried in the order NEWS */
#define UNSOLID 12   /* the puzzle does not show solid squares */
#define FOREVER 13
#define CRASH 14
#define SILENT 15

#ifndef WRONG
#define WRONG NOTHING
#endif
#ifndef LAYOUT
#define LAYOUT 1
#endif
#ifndef BY_CREATION
#define BY_CREATION 0
#endif
#ifndef FINE
#define FINE 0 /* 1: runs within a second differ too */
#endif
#ifndef ORIGIN
#define ORIGIN 0
#endif

typedef struct node {
    struct node *parent;
    int rank, path, end;
} node;

node ***initboard(int n) {
    node ***B = malloc(n * sizeof(node **));
    for (int i = 0; i < n; i++) {
        B[i] = malloc(n * sizeof(node *));
        for (int j = 0; j < n; j++) B[i][j] = calloc(1, sizeof(node));
    }
    return B;
}

node *findset(node *x) {
    while (x->parent) x = x->parent;
    return x;
}

void setunion(node *x, node *y) {
    x = findset(x);
    y = findset(y);
    if (x == y) return;
    if (x->rank < y->rank) { x->parent = y; return; }
    if (x->rank == y->rank) x->rank++;
    y->parent = x;
}

int inside(int n, int i, int j) { return i >= 0 && j >= 0 && i < n && j < n; }
int isfree(node ***B, int n, int i, int j) { return inside(n, i, j) && findset(B[i][j])->rank == 0; }

int on(node ***B, int n, int i, int j, node *root) {
    static const int di[] = {-1, 0, 0, 1}, dj[] = {0, 1, -1, 0};
    int count = 0;
    for (int d = 0; d < 4; d++)
        if (inside(n, i + di[d], j + dj[d]) && findset(B[i + di[d]][j + dj[d]]) == root) count++;
    return count;
}

/* the next square after (i, j); step 0 is the first one of the path */
int next(node ***B, int n, int i, int j, int step, int *k, int *l) {
    static const char *order[] = {"NEWS", "EWSN", "WSNE", "SNEW"};
    const char *o = order[WRONG == NEWS_ONLY ? 0 : rand() % 4];
    node *root = findset(B[i][j]);
    for (int d = 0; d < 4; d++) {
        *k = i + (o[d] == 'S') - (o[d] == 'N');
        *l = j + (o[d] == 'E') - (o[d] == 'W');
        if (!inside(n, *k, *l)) continue;
        if (WRONG == OVERLAP && step > 1 && rand() % 3 == 0 && findset(B[*k][*l]) != root && !B[*k][*l]->end) return 1;
        if (!isfree(B, n, *k, *l)) continue;
        if (WRONG == BESIDE && step > 0) return 1;
        if (WRONG == RING && step > 1 && on(B, n, *k, *l, root) == 2) return 1;
        if (on(B, n, *k, *l, root) == (step ? 1 : on(B, n, *k, *l, root))) return 1;
    }
    return 0;
}

int addpath(node ***B, int n, int number) {
    int at = WRONG == CORNER ? 0 : rand() % (n * n), i = 0, j = 0, k = 0, l = 0, found = 0, steps = 0;
    for (int t = 0; t < n * n && !found; t++) {
        i = (at + t) % (n * n) / n;
        j = (at + t) % (n * n) % n;
        if (isfree(B, n, i, j) && next(B, n, i, j, 0, &k, &l)) found = 1;
        if (WRONG == TOGETHER && found && number > n / 2) return 0;
    }
    if (!found) return 0;
    int off = ORIGIN, row = off + (WRONG == TRACE_OFF);
    if (LAYOUT != 3) printf("    New path: (%d,%d) (%d,%d)", i + row, j + off, k + row, l + off);
    B[i][j]->end = 1;
    if (BY_CREATION) B[i][j]->path = B[k][l]->path = number;
    setunion(B[i][j], B[k][l]);
    int li = i, lj = j;
    for (steps = 1; steps < n * n; steps++) {
        int a = k, b = l;
        if (WRONG == EARLY && rand() % 10 < 3) break;
        if (!next(B, n, a, b, steps + 1, &k, &l)) { k = a; l = b; break; }
        li = a; lj = b;
        if (LAYOUT != 3) printf(" (%d,%d)", k + row, l + off);
        if (BY_CREATION) B[k][l]->path = number;
        if (WRONG == OVERLAP && B[k][l]->parent) { /* taken from the other path */
            B[k][l]->parent = findset(B[a][b]);
            if (!BY_CREATION) B[k][l]->path = 0;
        } else setunion(B[a][b], B[k][l]);
    }
    if (LAYOUT != 3) printf("\n");
    if (WRONG == ENDS && steps > 1) B[li][lj]->end = 1;
    else B[k][l]->end = 1;
    return 1;
}

void addpathnum(node ***B, int n) {
    int last = 0;
    if (BY_CREATION) return;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            node *root = findset(B[i][j]);
            if (root->rank == 0) continue;
            if (!root->path) root->path = WRONG == SHUFFLED ? (last += 2) : ++last;
            B[i][j]->path = root->path;
        }
}

void printboard(node ***B, int n, int solved) {
    for (int i = 0; i < n; i++) {
        if (LAYOUT == 1) {
            for (int j = 0; j < n; j++) printf("+----");
            printf("+\n");
        }
        for (int j = 0; j < n; j++) {
            int solid = findset(B[i][j])->rank == 0, number = solved || B[i][j]->end ? B[i][j]->path : 0;
            if (WRONG == UNSOLID && !solved) solid = 0;
            if (LAYOUT == 1) {
                if (solid) printf("|XXXX"); else if (number) printf("|%3d ", number); else printf("|    ");
            } else if (LAYOUT == 2) {
                if (solid) printf("X "); else if (number) printf("%d ", number); else printf(". ");
            } else if (LAYOUT == 3) {
                if (solid) printf("%4s", "##"); else if (number) printf("%4d", number); else printf("    ");
            } else {
                printf("%d\t", solid ? -1 : number);
            }
        }
        printf(LAYOUT == 1 ? "|\n" : "\n");
    }
    if (LAYOUT == 1) {
        for (int j = 0; j < n; j++) printf("+----");
        printf("+\n");
    }
}

int main(int argc, char **argv) {
    int n, number = 1;
    if (argc > 1) n = atoi(argv[1]);
    else { printf("n = "); if (scanf("%d", &n) != 1) return 1; }
    srand(WRONG == FIXED ? 1 : argc > 2 ? (unsigned)atoi(argv[2]) : (unsigned)time(NULL) + FINE * 7919u * getpid());
    if (WRONG == FOREVER) for (;;) printf("New path: (0,0)\n");
    if (WRONG == SILENT) return 0;
    if (WRONG == CRASH) *(volatile int *)8 = n;
    node ***B = initboard(n);
    while (addpath(B, n, number)) number++;
    addpathnum(B, n);
    if (LAYOUT == 1) printf("+++ The puzzle\n"); else if (LAYOUT == 2) printf("\nPuzzle:\n"); else if (LAYOUT == 4) printf("\n");
    if (LAYOUT == 3) printf("--- PUZZLE ---\n");
    printboard(B, n, 0);
    if (LAYOUT == 1) printf("+++ The solution\n"); else if (LAYOUT == 2) printf("\nSolution:\n\n"); else if (LAYOUT == 4) printf("\n");
    if (LAYOUT == 3) printf("--- SOLUTION ---\n");
    printboard(B, n, 1);
    return 0;
}
