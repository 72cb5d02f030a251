# girafa: name="ordena"
10 REM ORDENA: o mesmo vector pelas trocas e pelo metodo de Shell, cronometrados
20 LET n=30: DIM v(n): DIM w(n)
30 LET x=17: FOR i=1 TO n: LET x=x*75+74: LET x=x-101*INT (x/101): LET w(i)=x: NEXT i
40 LET m$="Trocas": GO SUB 500: GO SUB 300: GO SUB 600
50 LET m$="Shell": GO SUB 500: GO SUB 400: GO SUB 600
60 STOP
300 REM por trocas de vizinhos
310 LET u=n-1
320 LET f=0: FOR i=1 TO u: IF v(i)<=v(i+1) THEN GO TO 340
330 LET z=v(i): LET v(i)=v(i+1): LET v(i+1)=z: LET f=i
340 NEXT i: LET u=f-1: IF f THEN GO TO 320
350 RETURN
400 REM pelo metodo de Shell
410 LET g=INT (n/2)
420 FOR i=g+1 TO n: LET z=v(i): LET j=i
430 IF j<=g THEN GO TO 460
440 IF v(j-g)<=z THEN GO TO 460
450 LET v(j)=v(j-g): LET j=j-g: GO TO 430
460 LET v(j)=z: NEXT i
470 LET g=INT (g/2): IF g THEN GO TO 420
480 RETURN
500 REM o vector por ordenar, e o relogio a zero
510 FOR i=1 TO n: LET v(i)=w(i): NEXT i
520 POKE 23673,0: POKE 23672,0: RETURN
600 REM o tempo, e se esta' por ordem
610 LET t=PEEK 23672+256*PEEK 23673
620 FOR i=1 TO n-1: IF v(i)>v(i+1) THEN PRINT m$;": errado": STOP
630 NEXT i: PRINT m$;": ";INT (t/50+.5);" s": RETURN
