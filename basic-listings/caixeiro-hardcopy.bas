# girafa: name="caixeiro-h"
10 REM CAIXEIRO VIAJANTE, aproximadamente segundo Little, tambem em papel (via 2 ecran, via 3 impressora)
20 REM d() distancias dadas (256: sem ligacao); a() as que restam depois da poda e das proibicoes
30 REM arco i do percurso: de x(i) para y(i), g(i)=1 escolhido numa linha, 2 numa coluna; p(i),q(i) o arco que o fecharia e v(i) a sua distancia
40 REM r() linhas e c() colunas ja' servidas; n() escolhas que restam em cada fila; s() arcos por ordem de viagem
50 DIM d(10,10): DIM s(9)
60 LET t$="********************************        CAIXEIRO VIAJANTE       ********************************"
70 GO SUB 1000
80 INPUT "--- DIMENSAO DA MATRIZ ? --> ";t: IF t>=10 THEN GO TO 80
85 LPRINT t$'''"--- DIMENSAO DA MATRIZ --> ";t''
90 FOR k=1 TO t: FOR l=1 TO t: LET d(k,l)=256: NEXT l: NEXT k
100 GO SUB 900
200 REM RONDAS, cada uma com uma poda mais larga, ate' haver solucoes
210 FOR f=5 TO 1 STEP -1
220 POKE 23692,0: FOR e=2 TO 3: PRINT #e;''"QUEIRA AGUARDAR UM POUCO...": NEXT e
230 LET delta=INT ((maximos-minimos)/(f*2*t))+1
240 GO SUB 300: GO SUB 400
250 FOR e=2 TO 3: PRINT #e;'"PARA DELTA=";delta;" ---> ";total;" SOLUC";"OES" AND total<>1;"AO" AND total=1'': NEXT e
260 IF total=0 THEN NEXT f: STOP
270 LPRINT ''': STOP
300 REM PODA os arcos mais caros, em mais de delta, que outro da mesma linha e outro da mesma coluna
310 DIM a(10,10): DIM r(10): DIM c(10): DIM x(9): DIM y(9): DIM g(9): DIM p(9): DIM q(9): DIM v(9): LET total=0
320 FOR k=1 TO t: FOR l=1 TO t: LET a(k,l)=d(k,l): NEXT l: NEXT k
330 FOR k=1 TO t: FOR l=1 TO t: IF a(k,l)=256 THEN GO TO 380
340 LET limite=a(k,l)-delta: IF limite>256 THEN GO TO 370
350 FOR j=1 TO t: IF a(k,j)>=limite OR j=l THEN NEXT j: GO TO 380
360 FOR j=1 TO t: IF a(j,l)>=limite OR j=k THEN NEXT j: GO TO 380
370 LET a(k,l)=256
380 NEXT l: NEXT k: RETURN
400 REM PROCURA em profundidade; i e' o arco em questao
410 LET i=1: IF t<1 THEN GO TO 480
420 IF g(i)=0 THEN GO SUB 500: IF preso THEN GO TO 490
430 IF g(i)=1 THEN FOR l=y(i)+1 TO t: IF a(x(i),l)=256 OR c(l) THEN NEXT l
440 IF g(i)=1 THEN LET preso=(l=t+1): LET y(i)=l
450 IF g(i)=2 THEN GO SUB 570
460 IF preso THEN GO TO 490
470 GO SUB 600: IF i<t-1 THEN LET i=i+1: GO TO 420
480 GO SUB 700: GO SUB 680: GO TO 420
490 IF i=1 THEN RETURN
495 LET x(i)=0: LET y(i)=0: LET g(i)=0: LET i=i-1: GO SUB 680: GO TO 420
500 REM ESCOLHE a fila com menos escolhas; preso, se alguma nao tem nenhuma
510 DIM n(20): LET preso=1: LET m=t
520 FOR k=1 TO t: IF r(k) THEN GO TO 540
530 FOR l=1 TO t: IF a(k,l)<>256 THEN IF NOT c(l) THEN LET n(k)=n(k)+1: LET n(t+l)=n(t+l)+1
535 NEXT l: IF n(k)=0 THEN RETURN
540 NEXT k
545 FOR l=1 TO t: IF NOT c(l) THEN IF n(t+l)=0 THEN RETURN
546 NEXT l: POKE 23692,0: PRINT ".....": LPRINT ".....": LET preso=0
550 FOR k=1 TO 2*t: IF n(k)<>0 AND n(k)<m THEN LET m=n(k): LET fila=k
555 NEXT k
560 IF fila<=t THEN LET x(i)=fila: LET g(i)=1: RETURN
565 LET y(i)=fila-t: LET g(i)=2: RETURN
570 REM NUMA COLUNA: da primeira vez olha para x() em vez de r(), como o programa do livro
575 IF x(i)=0 THEN FOR k=1 TO t: IF a(k,y(i))=256 OR x(k)=1 THEN NEXT k
580 IF x(i)<>0 THEN FOR k=x(i)+1 TO t: IF a(k,y(i))=256 OR r(k) THEN NEXT k
590 LET preso=(k=t+1): LET x(i)=k: RETURN
600 REM LIGA o arco i e proibe o que fecharia o percurso a que ele pertence
610 LET j=i
620 FOR k=1 TO t-1: IF x(j)=y(k) THEN LET j=k: GO TO 620
630 NEXT k: LET q(i)=x(j): LET j=i
640 FOR k=1 TO t-1: IF y(j)=x(k) THEN LET j=k: GO TO 640
650 NEXT k: LET p(i)=y(j)
660 LET v(i)=a(p(i),q(i)): LET a(p(i),q(i))=256
670 LET r(x(i))=1: LET c(y(i))=1: RETURN
680 REM DESLIGA o arco i
690 LET r(x(i))=0: LET c(y(i))=0: LET a(p(i),q(i))=v(i): RETURN
700 REM SOLUCAO: custo, e os arcos por ordem (so' os cinco primeiros, como o livro: sete cidades ou mais dao erro 3)
710 LET custo=0: FOR k=1 TO t-1: LET custo=custo+a(x(k),y(k)): NEXT k
720 LET custo=custo+v(t-1): LET total=total+1
730 POKE 23692,0: FOR e=2 TO 3: PRINT #e;'"IMPRESSAO DA SOLUCAO ";total;" :"''': NEXT e
740 FOR k=1 TO t-1
750 FOR l=1 TO t-1: IF x(k)<>y(l) THEN NEXT l: LET s(1)=k
760 NEXT k
770 FOR k=2 TO 5
780 FOR l=1 TO t-1: IF x(l)<>y(s(k-1)) THEN NEXT l
790 LET s(k)=l: NEXT k: POKE 23692,0
800 FOR e=2 TO 3
810 FOR k=1 TO t-1: PRINT #e;"CIDADES ";x(s(k));"---";y(s(k));"     DISTANCIA: ";a(x(s(k)),y(s(k))): NEXT k
820 PRINT #e;'"CUSTO--->";custo''': NEXT e: RETURN
900 REM DADOS, com a soma dos minimos e dos maximos das filas
910 LET minimos=0: LET maximos=0
920 INPUT "INTRODUZA: I,J,A(I,J)-->";k;",";l;",";n
930 IF k<=t AND l<=t AND k<>0 AND l<>0 THEN LET d(k,l)=INT n
935 LPRINT '"I,J,A(I,J)-->";k;",";l;",";n
940 IF k<>0 THEN GO TO 910
950 FOR f=0 TO 1: FOR k=1 TO t: LET menor=256: LET maior=0
955 FOR l=1 TO t: IF f THEN LET n=d(l,k): GO TO 965
960 LET n=d(k,l)
965 IF n<menor THEN LET menor=n
970 IF n>maior AND n<>256 THEN LET maior=n
975 NEXT l: LET minimos=minimos+menor: LET maximos=maximos+maior: NEXT k: NEXT f
980 CLS : PRINT t$''"MATRIZ:"'''
985 FOR k=1 TO t: FOR l=1 TO t: PRINT d(k,l);" ";" " AND d(k,l)<100;" " AND d(k,l)<10;: NEXT l: PRINT : NEXT k
990 INPUT "CORRECTA (S/N) ? ";r$: IF r$="N" OR r$="n" THEN LPRINT ''"CORRECCAO:": GO TO 910
992 IF r$<>"S" AND r$<>"s" THEN GO TO 990
994 LPRINT ''"MATRIZ:"'''
996 FOR k=1 TO t: FOR l=1 TO t: LPRINT d(k,l);" ";" " AND d(k,l)<100;" " AND d(k,l)<10;: NEXT l: LPRINT : NEXT k: RETURN
1000 REM INSTRUCOES
1010 PRINT t$
1020 PRINT '" CONSIDERAM-SE N CIDADES,AS DIS-TANCIAS,NUM SENTIDO E NOUTRO,EN-TRE AS CIDADES SAO COLOCADAS NU-MA MATRIZ A(I,J) DE DIMENSAO TXTSENDO T=N. I E J SAO,RESPECTIVA-MENTE,AS CIDADES DE PARTIDA E DECHEGADA,SENDO A(I,J) A DISTANCIAENTRE ELAS."
1030 PRINT " ASSIM, DEVEMOS INTRODUZIR PRI- MEIRO A DIMENSAO T DA MATRIZ;DE-POIS, A VEZ, OS NUMEROS DE DUAS CIDADES E O VALOR DA DISTANCIA  ENTRE ELAS,NO SENTIDO DA INTRO- DUCAO DOS DOIS NUMEROS QUE AS REPRESENTAM."
1040 PRINT '" PARA FINALIZAR, INTRODUZIR OS  TRES VALORES A ZERO."
1050 RETURN
