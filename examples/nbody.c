/* A sun and three planets in a plane, moved by the leapfrog method; energy hardly changes.
   Usage: nbody [STEPS] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct vector {
  double x, y;
};

struct body {
  struct vector at, speed;
  double mass;
};

#define COUNT 4

static struct body bodies[COUNT] = {
    {{0.0, 0.0}, {0.0, 0.0}, 1000.0},
    {{10.0, 0.0}, {0.0, 10.0}, 1.0},
    {{0.0, 20.0}, {-7.1, 0.0}, 2.0},
    {{-40.0, 0.0}, {0.0, -5.0}, 0.5},
};

static struct vector minus(struct vector a, struct vector b) {
  struct vector r = {a.x - b.x, a.y - b.y};
  return r;
}

static void add_scaled(struct vector *to, struct vector v, double factor) {
  to->x += v.x * factor;
  to->y += v.y * factor;
}

static double squared(struct vector v) { return v.x * v.x + v.y * v.y; }

static void pull(double time) {
  for (int i = 0; i < COUNT; i++) {
    for (int j = 0; j < COUNT; j++) {
      if (i != j) {
        struct vector way = minus(bodies[j].at, bodies[i].at);
        double distance2 = squared(way);
        add_scaled(&bodies[i].speed, way, time * bodies[j].mass / (distance2 * sqrt(distance2)));
      }
    }
  }
}

static void move(double time) {
  for (int i = 0; i < COUNT; i++) {
    add_scaled(&bodies[i].at, bodies[i].speed, time);
  }
}

static double energy(void) {
  double sum = 0.0;
  for (int i = 0; i < COUNT; i++) {
    sum += 0.5 * bodies[i].mass * squared(bodies[i].speed);
    for (int j = i + 1; j < COUNT; j++) {
      sum -= bodies[i].mass * bodies[j].mass / sqrt(squared(minus(bodies[i].at, bodies[j].at)));
    }
  }
  return sum;
}

int main(int argc, char **argv) {
  int steps = argc > 1 ? atoi(argv[1]) : 1000;
  double time = 0.001, before = energy();
  for (int i = 0; i < steps; i++) {
    pull(time / 2);
    move(time);
    pull(time / 2);
  }
  printf("energy %.6f, after %d steps %.6f\n", before, steps, energy());
  return 0;
}
